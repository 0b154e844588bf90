import { randomUUID } from 'node:crypto';
import express, { type Request, type Router } from 'express';
import { z, ZodError } from 'zod';
import { readVisitRequestPage, requestVisit } from '#core/features/visits/request-visit.ts';
import { visitPath } from '#core/features/visits/visit-links.ts';
import { visitRequestInput } from '#shared/features/visits/visits.schema.ts';
import { ERROR_STATUS } from '#shared/primitives/app-error.ts';
import { readLanguage } from '#shared/primitives/language.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { browserLanguage } from '../../http/browser-language.ts';
import { sayIn } from '../../http/errors-in-spanish.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { sayError, sayInvalid } from '../../trpc/error-mapping.ts';
import { countTry } from './visit-limits.ts';
import { sendVisitPage } from './visit-page.tsx';
import { renderVisitReceived, renderVisitRequest } from './visit-request.page.tsx';

const typedFields = z.record(z.string(), z.string()).catch({});

/** Serves the hosted form at `/w/:contractorId/visit`, where anyone can ask a company that takes visits for one. */
export function visitRequestRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  const form = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 30 });
  const languageOf = (req: Request, typed?: Record<string, string>) =>
    readLanguage(req.query['lang']) ?? readLanguage(typed?.['language']) ?? browserLanguage(req);

  routes.get('/w/:contractorId/visit', async (req, res, next) => {
    const page = await readVisitRequestPage(deps, req.params.contractorId);
    if (!page) return next();
    const language = languageOf(req);
    sendVisitPage(res, 200, (nonce) => renderVisitRequest({ page, language, idempotencyKey: randomUUID() }, nonce));
  });

  routes.post('/w/:contractorId/visit', form, async (req, res, next) => {
    const { contractorId } = req.params;
    const ip = req.ip ?? '';
    const typed = typedFields.parse(req.body ?? {});
    const language = languageOf(req, typed);
    try {
      await countTry(deps, { token: `${contractorId} ${ip}`, ip });
      const input = visitRequestInput.parse({ ...typed, language });
      const facts = { ip, userAgent: req.get('user-agent') ?? '', origin: req.get('origin') };
      const visit = await requestVisit(deps, { ...input, contractorId }, facts);
      if (visit) return res.redirect(303, `${visitPath(deps.config, visit)}?lang=${language}`);
      const page = await readVisitRequestPage(deps, contractorId);
      if (!page) return next();
      sendVisitPage(res, 200, (nonce) => renderVisitReceived({ page, language }, nonce));
    } catch (error) {
      const said = sayIn(language, error instanceof ZodError ? sayInvalid(error) : sayError(error));
      const page = said.code === 'UNKNOWN_ERROR' ? undefined : await readVisitRequestPage(deps, contractorId);
      if (said.code === 'UNKNOWN_ERROR') throw error;
      if (!page) return next();
      if (said.retryAfter !== undefined) res.set('Retry-After', String(said.retryAfter));
      const refused = { typed, message: sentences(said.message), fields: said.fields ?? {} };
      const idempotencyKey = typed['idempotencyKey'] ?? randomUUID();
      sendVisitPage(res, ERROR_STATUS[said.code], (nonce) =>
        renderVisitRequest({ page, language, idempotencyKey, refused }, nonce),
      );
    }
  });
  return routes;
}
