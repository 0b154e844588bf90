import type { TRPCError, TRPCProcedureType } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { errorForLog } from '#core/platform/log-error.ts';
import { AppError, ERROR_STATUS } from '#shared/primitives/app-error.ts';
import type { ServerDeps } from '../server-deps.ts';
import { contextOf } from '../trpc/context.ts';
import { sayTrpcError } from '../trpc/error-mapping.ts';
import { appRouter } from '../trpc/root.ts';
import { freeBody, hasBody, readBody } from './body-budget.ts';
import { sayHttpError } from './errors.ts';
import { requireModestJson } from './json-shape.ts';
import { plainQueries } from './trpc-queries.ts';

const KB = 1024;
/** Room for the longest terms of an estimate with all other fields, in any script. */
const MAX_BODY = 128 * KB;
/**
 * Larger limits for uploads: a logo of 2 MB in base64 (with room to refuse a larger one with a reason), a part of a CSV
 * file, a user's image.
 */
const UPLOADS: Readonly<Record<string, number>> = {
  '/company.uploadLogo': 3 * KB * KB,
  '/leads.importCsv': 512 * KB,
  '/auth.updateUser': 512 * KB,
};
const MAX_BATCH = 20;

/** `/trpc`: every procedure. Logs each server error once. */
export const trpcRoute = (deps: ServerDeps): Router =>
  express
    .Router()
    .use(signedInUploads(deps), readText)
    .use(
      plainQueries(deps, {
        mostInBatch: MAX_BATCH,
        headersFor: (errors) => headersFor(errors, 'query'),
        onError: noteFailure(deps),
      }),
    )
    .use(proceduresOf(deps));

const uploadLimit = (path: string): number | undefined => (Object.hasOwn(UPLOADS, path) ? UPLOADS[path] : undefined);

/** Accepts large bodies only from signed-in users. */
const signedInUploads =
  ({ sessions }: ServerDeps): RequestHandler =>
  async (req, res, next) => {
    if (uploadLimit(req.path) === undefined) return next();
    const { viewer, setCookie } = await sessions.read(req.headers.cookie);
    if (setCookie !== null) res.append('Set-Cookie', setCookie);
    if (!viewer) throw new AppError('Please sign in', 'UNAUTHENTICATED');
    next();
  };

/** Reads the whole body as text, which tRPC parses. Refuses a body with more values than any valid input. */
const readText: RequestHandler = async (req, _res, next) => {
  // a mutation without input has no body and therefore no content type
  if (req.method === 'POST') req.headers['content-type'] ??= 'application/json';
  if (!hasBody(req)) return next();
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError('Send it without compression');
  const limit = uploadLimit(req.path) ?? MAX_BODY;
  const body = await readBody(req, limit + 1);
  // the sender has disconnected
  if (body === undefined) return;
  try {
    if (body.length > limit) throw new AppError('That request is too large');
    requireModestJson(body);
    req.body = body.toString('utf8');
  } finally {
    freeBody(body);
  }
  next();
};

/** Answers a request that was refused before a procedure ran, in tRPC's error format. */
export const trpcRefusal =
  ({ logger }: ServerDeps): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const { code, message, retryAfter } = sayHttpError(error);
    if (code === 'UNKNOWN_ERROR') logger.error({ path: req.path, err: errorForLog(error) }, 'a procedure failed');
    if (res.headersSent) return next(error);
    const httpStatus = ERROR_STATUS[code];
    if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
    res
      .set('Cache-Control', 'no-store')
      .status(httpStatus)
      .json({ error: { message, code: TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST, data: { code, httpStatus } } });
  };

const proceduresOf = (deps: ServerDeps): RequestHandler =>
  createExpressMiddleware({
    router: appRouter,
    createContext: contextOf(deps),
    // a query too long for an address may be posted; a mutation is never accepted by GET
    allowMethodOverride: true,
    maxBatchSize: MAX_BATCH,
    responseMeta: ({ errors, type }) => ({ headers: new Headers(headersFor(errors, type)) }),
    onError: noteFailure(deps),
  });

function headersFor(errors: readonly TRPCError[], type: TRPCProcedureType | 'unknown'): [string, string][] {
  const retryAfter = errors.map((error) => sayTrpcError(error).retryAfter).find((seconds) => seconds !== undefined);
  return [
    type === 'subscription' ? ['x-accel-buffering', 'no'] : ['cache-control', 'no-store'],
    ...(retryAfter === undefined ? [] : [['retry-after', String(retryAfter)] satisfies [string, string]]),
  ];
}

const noteFailure =
  ({ logger }: ServerDeps) =>
  ({ error, path }: { error: TRPCError; path: string | undefined }): void => {
    const { code } = sayTrpcError(error);
    const said = { path, err: errorForLog(error.cause ?? error) };
    if (code === 'UNKNOWN_ERROR') logger.error(said, 'a procedure failed');
    else if (code === 'PROVIDER_UNAVAILABLE') logger.warn(said, 'what a request needs does not answer');
  };
