import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type TRPCError,
  type TRPCProcedureType,
  type TRPCRouterRecord,
} from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { AppError, ERROR_STATUS } from '#shared/primitives/app-error.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { type Context, contextOf } from '../trpc/context.ts';
import { appRouter } from '../trpc/root.ts';
import type { ServerDeps } from '../server-deps.ts';
import { sayTrpcError } from '../trpc/error-mapping.ts';
import { freeBody, hasBody, readBody } from './body-budget.ts';
import { sayHttpError } from './errors.ts';
import { requireModestJson } from './json-shape.ts';

/** One procedure call: the path and the input. */
interface Question {
  path: string;
  input: unknown;
}

interface Asked {
  isBatch: boolean;
  questions: Question[];
  /** The type of the calls. A query sent as a POST request counts as a mutation. */
  type: 'query' | 'mutation';
}

type Answer = [result: { result: { data: unknown } }, error?: undefined] | [said: ErrorAnswer, error: TRPCError];
type ErrorAnswer = { error: ReturnType<typeof shapeOf> };

interface PlainCalls {
  mostInBatch: number;
  /** Returns headers to add to tRPC's own headers. */
  headersFor: (
    errors: readonly TRPCError[],
    type: Asked['type'],
  ) => readonly (readonly [name: string, value: string])[];
  onError: (failure: { error: TRPCError; path: string }) => void;
}

const namesOf = (record: TRPCRouterRecord, type: Asked['type'], within = ''): string[] =>
  Object.entries(record).flatMap(([name, item]) => {
    if (typeof item !== 'function') return namesOf(item, type, `${within}${name}.`);
    return item._def.type === type ? [`${within}${name}`] : [];
  });
const QUERIES: ReadonlySet<string> = new Set(namesOf(appRouter._def.record, 'query'));
const MUTATIONS: ReadonlySet<string> = new Set(namesOf(appRouter._def.record, 'mutation'));

/**
 * Handles valid queries and mutations in JSON, with the same results as tRPC's own adapter but at a third of the cost.
 * Only a mutation without a body differs (`readInputs`).
 * It doesn't create a web Request, Response, stream or AbortController, because each of these would keep a copy of the
 * body. It passes all other requests to tRPC's adapter: subscriptions, posted queries, unknown procedures, invalid
 * input, and other content types.
 */
const plainCalls = (deps: ServerDeps, { mostInBatch, headersFor, onError }: PlainCalls): RequestHandler => {
  const makeContext = contextOf(deps);
  const ask = async (question: Question, { type }: Asked, batchIndex: number, ctx: Context): Promise<Answer> => {
    const { path, input } = question;
    try {
      const getRawInput = () => Promise.resolve(input);
      const call = { router: appRouter, type, path, getRawInput, ctx, signal: undefined, batchIndex };
      return [{ result: { data: await callTRPCProcedure(call) } }];
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      onError({ error, path });
      return [{ error: shapeOf(error, question, type, ctx) }, error];
    }
  };
  const answer = async (asked: Asked, req: Request, res: Response): Promise<void> => {
    const ctx = makeContext({ req, res });
    const answers = await Promise.all(asked.questions.map((question, index) => ask(question, asked, index, ctx)));
    const said = answers.map(([one]) => one);
    if (res.headersSent) return;
    // doesn't override a status that a procedure has set
    if (res.statusCode === 200) res.statusCode = getHTTPStatusCode(said);
    const errors = answers.flatMap(([, error]) => error ?? []);
    for (const [name, value] of headersFor(errors, asked.type)) res.setHeader(name, value);
    res.setHeader('content-type', 'application/json');
    res.setHeader('vary', 'trpc-accept, accept');
    res.end(JSON.stringify(asked.isBatch ? said : said[0]));
  };
  return (req, res, next) => {
    const asked = readCalls(req, mostInBatch);
    if (asked === undefined) return next();
    // frees the body's text, which is no longer needed after parsing
    req.body = undefined;
    return answer(asked, req, res);
  };
};

const shapeOf = (error: TRPCError, { path, input }: Question, type: Asked['type'], ctx: Context) =>
  getTRPCErrorShape({ config: appRouter._def._config, error, type, path, input, ctx });

/** Parses the calls of a request as tRPC does. Returns undefined unless it contains only valid calls of one type. */
function readCalls(req: Request, mostInBatch: number): Asked | undefined {
  const { method, url, headers } = req;
  const type = method === 'GET' ? 'query' : 'mutation';
  if ((method !== 'GET' && method !== 'POST') || !isPlain(headers)) return undefined;
  if (!url.startsWith('/') || url.includes('#')) return undefined;
  const end = url.indexOf('?');
  const path = req.path.slice(req.path.lastIndexOf('/') + 1);
  const search = new URLSearchParams(end < 0 ? '' : url.slice(end + 1));
  if (search.has('connectionParams')) return undefined;
  const isBatch = search.get('batch') === '1';
  const paths = isBatch ? path.split(',') : [path];
  const known = type === 'query' ? QUERIES : MUTATIONS;
  if (paths.length > mostInBatch || !paths.every((name) => known.has(name))) return undefined;
  const inputs = readInputs(type === 'query' ? search.get('input') : req.body, isBatch);
  return inputs && { isBatch, type, questions: paths.map((name, index) => ({ path: name, input: inputs[index] })) };
}

/** Returns true if the headers request only plain JSON and tRPC would accept the host in a URL. */
const isPlain = ({ 'content-type': type, accept, 'trpc-accept': trpcAccept, host = 'localhost' }: Request['headers']) =>
  (type === undefined || type.startsWith('application/json')) &&
  trpcAccept === undefined &&
  !accept?.includes('application/jsonl') &&
  URL.canParse(`http://${host}`);

type Inputs = Readonly<Record<number, unknown>>;

/**
 * Returns the inputs by their index in the batch. Returns undefined if they're invalid. A missing or empty text means no
 * inputs, as many clients send no body without an input. tRPC's adapter refuses that if the input is optional.
 */
function readInputs(text: unknown, isBatch: boolean): Inputs | undefined {
  if (typeof text !== 'string' || text === '') return {};
  try {
    const inputs: unknown = JSON.parse(text);
    if (!isBatch) return { 0: inputs };
    return typeof inputs === 'object' && !Array.isArray(inputs) && inputs !== null ? { ...inputs } : undefined;
  } catch {
    return undefined;
  }
}

const KB = 1024;
/** Large enough for an estimate with the longest terms and all other fields, in any script. */
const MAX_BODY = 128 * KB;
/**
 * The larger body limits, in bytes, for procedures that accept uploads: a logo, a part of a CSV file, and a user's
 * image. A logo may be up to 2 MB and is sent in base64. Its limit is higher than necessary, so that a logo that is too
 * large gets a specific error.
 */
const UPLOADS: Readonly<Record<string, number>> = {
  '/company.uploadLogo': 3 * KB * KB,
  '/leads.importCsv': 512 * KB,
  '/auth.updateUser': 512 * KB,
};
const MAX_BATCH = 20;

/** Serves every procedure at `/trpc`. Logs each server error once. */
export const trpcRoute = (deps: ServerDeps): Router =>
  express
    .Router()
    .use(tellTime(deps), signedInUploads(deps), readText)
    .use(
      plainCalls(deps, {
        mostInBatch: MAX_BATCH,
        headersFor,
        onError: noteFailure(deps),
      }),
    )
    .use(proceduresOf(deps));

/** Tells the product's time, in milliseconds, because a browser's clock may be wrong (`lib/now.ts`). */
const tellTime =
  ({ clock }: ServerDeps): RequestHandler =>
  (_req, res, next) => {
    res.setHeader('x-picket-time', clock.now().getTime());
    next();
  };

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

/**
 * Reads the entire body as text, which tRPC parses. Refuses compressed bodies, and bodies with more values than any
 * valid input.
 */
const readText: RequestHandler = async (req, _res, next) => {
  // a mutation without input has no body, so it has no content type
  if (req.method === 'POST') req.headers['content-type'] ??= 'application/json';
  if (!hasBody(req)) return next();
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new AppError('Send the request without compression');
  const limit = uploadLimit(req.path) ?? MAX_BODY;
  const body = await readBody(req, limit + 1);
  // the client disconnected
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

/** Sends the error for a request that was rejected before a procedure ran, in tRPC's format. */
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
    // lets a client POST a query that is too long for a URL. It doesn't allow mutations as GET requests
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
    const said = () => ({ path, err: errorForLog(error.cause ?? error) });
    if (code === 'UNKNOWN_ERROR') logger.error(said(), 'a procedure failed');
    else if (code === 'PROVIDER_UNAVAILABLE') logger.warn(said(), 'a dependency of a request is unavailable');
  };
