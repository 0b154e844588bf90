import { Router } from 'express';
import { z } from 'zod';
import { FAULT_MODES, type Faults, PROVIDERS, SERVICES } from '../faults.ts';
import { parsed } from './problems.ts';

const BREAKABLE = [...PROVIDERS, ...SERVICES] as const;

const faultInput = z.object({
  provider: z.enum(BREAKABLE, `provider must be one of ${BREAKABLE.join(', ')}.`),
  mode: z.enum(FAULT_MODES, `mode must be one of ${FAULT_MODES.join(', ')}.`),
  count: z.int('count must be a whole number of requests, such as 3.').positive('count must be at least 1.').nullish(),
});

/** Sets a provider's fault, or clears it ('none'). */
export function faultRoutes(faults: Faults): Router {
  const router = Router();
  router.get('/api/faults', (_request, response) => {
    response.json(faults.show());
  });
  router.post('/api/faults', (request, response) => {
    const { provider, mode, count } = parsed(faultInput, request.body);
    faults.set(provider, mode, count ?? null);
    response.json(faults.show());
  });
  return router;
}
