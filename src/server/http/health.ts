import express, { type Request, type Router } from 'express';
import { sql } from 'kysely';
import { SECOND } from '#shared/primitives/durations.ts';
import type { ServerDeps } from '../server-deps.ts';
import { renderMetrics } from './metrics.ts';

/** `/healthz` alive, `/readyz` database and queue answer (503 names which does not), `/metrics` for Prometheus. */
export function healthRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  routes.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  routes.get('/readyz', async (_req, res) => {
    const checks = {
      database: await answers(() => Promise.all([sql`select 1`.execute(deps.db), sql`select 1`.execute(deps.system)])),
      queue: await answers(() => deps.bell.ping()),
    };
    const ready = Object.values(checks).every((said) => said === 'ok');
    res
      .set('Cache-Control', 'no-store')
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready', ...checks });
  });
  routes.get('/metrics', async (req, res, next) => {
    if (!maySeeMetrics(req, deps)) return next();
    res.set('Cache-Control', 'no-store').type('text/plain; version=0.0.4');
    res.send(await renderMetrics(deps));
  });
  return routes;
}

async function answers(ask: () => Promise<unknown>): Promise<'ok' | 'no answer'> {
  const late = AbortSignal.timeout(3 * SECOND);
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true });
  });
  try {
    await Promise.race([ask(), tooLate]);
    return 'ok';
  } catch {
    return 'no answer';
  }
}

/** The machine itself, or who has METRICS_TOKEN. A request that a proxy passed on is not the machine itself. */
function maySeeMetrics(req: Request, { config }: ServerDeps): boolean {
  const token = config.METRICS_TOKEN;
  if (token !== undefined && req.get('authorization') === `Bearer ${token}`) return true;
  const passedOn = req.get('x-forwarded-for') !== undefined || req.get('forwarded') !== undefined;
  return !passedOn && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(req.socket.remoteAddress ?? '');
}
