import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { RequestHandler } from 'express';
import { errorForLog } from '#core/platform/log-error.ts';
import type { ServerDeps } from '../server-deps.ts';
import { contextOf } from '../trpc/context.ts';
import { sayTrpcError } from '../trpc/error-mapping.ts';
import { appRouter } from '../trpc/root.ts';

const MAX_BODY = 512 * 1024;
const MAX_BATCH = 20;

/** `/trpc`: every procedure. Failures that are ours are logged here, once each. */
export const trpcRoute = (deps: ServerDeps): RequestHandler => {
  const procedures = createExpressMiddleware({
    router: appRouter,
    createContext: contextOf(deps),
    // a question too long for an address may be posted; a deed is never done by GET
    allowMethodOverride: true,
    maxBodySize: MAX_BODY,
    maxBatchSize: MAX_BATCH,
    responseMeta({ errors, type }) {
      const headers = new Headers(
        type === 'subscription' ? { 'X-Accel-Buffering': 'no' } : { 'Cache-Control': 'no-store' },
      );
      const retryAfter = errors.map((error) => sayTrpcError(error).retryAfter).find((seconds) => seconds !== undefined);
      if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter));
      return { headers };
    },
    onError({ error, path }) {
      const { code } = sayTrpcError(error);
      const said = { path, err: errorForLog(error.cause ?? error) };
      if (code === 'UNKNOWN_ERROR') deps.logger.error(said, 'a procedure failed');
      else if (code === 'PROVIDER_UNAVAILABLE') deps.logger.warn(said, 'what a request needs does not answer');
    },
  });
  return (req, res, next) => {
    // a mutation without input is sent without a body, and so without a type
    if (req.method === 'POST') req.headers['content-type'] ??= 'application/json';
    return procedures(req, res, next);
  };
};
