import express, { type Request, type Router } from 'express';
import { sql } from 'kysely';
import { SECOND } from '#shared/primitives/durations.ts';
import type { ServerDeps } from '../server-deps.ts';
import { renderMetrics } from './metrics.ts';

/**
 * Serves the health checks. `/healthz` returns 200 while the process takes requests, and 503 once it was asked to stop:
 * a proxy checks it. `/readyz` returns 200 if, in addition, the database and the queue respond. Otherwise it returns 503
 * with the name of the failed check. `/metrics` returns metrics for Prometheus.
 */
export function healthRoutes(deps: ServerDeps, isLeaving: () => boolean): Router {
  const routes = express.Router();
  routes.get(['/healthz', '/readyz'], (_req, res, next) => {
    if (!isLeaving()) return next();
    res.set('Cache-Control', 'no-store').status(503).json({ status: 'stopping' });
  });
  routes.get('/healthz', (req, res) => {
    // As seen through the proxies that TRUST_PROXY names, so that `npm run doctor` can check that setting.
    res.set({ 'Cache-Control': 'no-store', 'X-Picket-Client': `${req.protocol} ${req.ip}` }).json({ status: 'ok' });
  });
  routes.get('/readyz', async (_req, res) => {
    const checks = {
      database: await answers(() => Promise.all([sql`select 1`.execute(deps.db), sql`select 1`.execute(deps.system)])),
      queue: await answers(() => deps.wakeUps.ping()),
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

/** Headers that proxies add to forwarded requests. */
const PASSED_ON = ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-real-ip', 'via'];
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * Returns whether a request may read the metrics: it must contain METRICS_TOKEN or come directly from this machine. A
 * request with a proxy's headers or a public host name doesn't count as direct. If a local proxy hides both, the
 * request counts as direct (docs/security.md, 'Logs and metrics').
 */
function maySeeMetrics(req: Request, { config }: ServerDeps): boolean {
  const token = config.METRICS_TOKEN;
  if (token !== undefined && req.get('authorization') === `Bearer ${token}`) return true;
  const direct = PASSED_ON.every((name) => req.get(name) === undefined) && LOOPBACK_HOST.test(req.get('host') ?? '');
  return direct && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(req.socket.remoteAddress ?? '');
}
