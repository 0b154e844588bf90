import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { RequestHandler } from 'express';
import { errorForLog } from '#core/platform/log-error.ts';
import type { ServerDeps } from '../server-deps.ts';
import { contextOf } from '../trpc/context.ts';
import { sayTrpcError } from '../trpc/error-mapping.ts';
import { appRouter } from '../trpc/root.ts';

const MAX_BODY = 512 * 1024;
/** A logo of 2 MB in base64, with room to refuse a larger one in words. */
const MAX_UPLOAD = 4 * 1024 * 1024;
const UPLOADS = new Set(['/company.uploadLogo']);
const MAX_BATCH = 20;

/** `/trpc`: every procedure. Failures that are ours are logged here, once each. */
export const trpcRoute = (deps: ServerDeps): RequestHandler => {
  const procedures = proceduresOf(deps, MAX_BODY);
  const uploads = proceduresOf(deps, MAX_UPLOAD);
  return (req, res, next) => {
    // a mutation without input is sent without a body, and so without a type
    if (req.method === 'POST') req.headers['content-type'] ??= 'application/json';
    return (UPLOADS.has(req.path) ? uploads : procedures)(req, res, next);
  };
};

const proceduresOf = (deps: ServerDeps, maxBodySize: number): RequestHandler =>
  createExpressMiddleware({
    router: appRouter,
    createContext: contextOf(deps),
    // a question too long for an address may be posted; a deed is never done by GET
    allowMethodOverride: true,
    maxBodySize,
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
