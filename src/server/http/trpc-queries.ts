import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type TRPCError,
  type TRPCRouterRecord,
} from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import type { Request, RequestHandler, Response } from 'express';
import { type Context, contextOf } from '../trpc/context.ts';
import { appRouter } from '../trpc/root.ts';
import type { ServerDeps } from '../server-deps.ts';

/** One procedure call: the path and the input. */
interface Question {
  path: string;
  input: unknown;
}

interface Asked {
  isBatch: boolean;
  questions: Question[];
}

type Answer = [result: { result: { data: unknown } }, error?: undefined] | [said: ErrorAnswer, error: TRPCError];
type ErrorAnswer = { error: ReturnType<typeof shapeOf> };

export interface PlainQueries {
  mostInBatch: number;
  /** Headers to add to those that tRPC sets. */
  headersFor: (errors: readonly TRPCError[]) => readonly (readonly [name: string, value: string])[];
  onError: (failure: { error: TRPCError; path: string }) => void;
}

const namesOf = (record: TRPCRouterRecord, within = ''): string[] =>
  Object.entries(record).flatMap(([name, item]) => {
    if (typeof item !== 'function') return namesOf(item, `${within}${name}.`);
    return item._def.type === 'query' ? [`${within}${name}`] : [];
  });
const QUERIES: ReadonlySet<string> = new Set(namesOf(appRouter._def.record));

/**
 * Answers valid GET queries like tRPC's own adapter, at a third of the cost: it creates no web Request, Response,
 * streams or AbortController. All other requests are passed on to that adapter: mutations, subscriptions, unknown
 * procedures, invalid input, other content types.
 */
export const plainQueries = (deps: ServerDeps, { mostInBatch, headersFor, onError }: PlainQueries): RequestHandler => {
  const makeContext = contextOf(deps);
  const ask = async (question: Question, batchIndex: number, ctx: Context): Promise<Answer> => {
    const { path, input } = question;
    try {
      const getRawInput = () => Promise.resolve(input);
      const call = { router: appRouter, type: 'query', path, getRawInput, ctx, signal: undefined, batchIndex } as const;
      return [{ result: { data: await callTRPCProcedure(call) } }];
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      onError({ error, path });
      return [{ error: shapeOf(error, question, ctx) }, error];
    }
  };
  const answer = async ({ isBatch, questions }: Asked, req: Request, res: Response): Promise<void> => {
    const ctx = makeContext({ req, res });
    const answers = await Promise.all(questions.map((question, index) => ask(question, index, ctx)));
    const said = answers.map(([one]) => one);
    if (res.headersSent) return;
    // a procedure may already have set a status
    if (res.statusCode === 200) res.statusCode = getHTTPStatusCode(said);
    for (const [name, value] of headersFor(answers.flatMap(([, error]) => error ?? []))) res.setHeader(name, value);
    res.setHeader('content-type', 'application/json');
    res.setHeader('vary', 'trpc-accept, accept');
    res.end(JSON.stringify(isBatch ? said : said[0]));
  };
  return (req, res, next) => {
    const asked = readQueries(req, mostInBatch);
    if (asked === undefined) return next();
    return answer(asked, req, res);
  };
};

const shapeOf = (error: TRPCError, { path, input }: Question, ctx: Context) =>
  getTRPCErrorShape({ config: appRouter._def._config, error, type: 'query', path, input, ctx });

/** Parses the queries of a request as tRPC does. Undefined if it contains anything but valid queries. */
function readQueries(req: Request, mostInBatch: number): Asked | undefined {
  const { method, url, headers } = req;
  if (method !== 'GET' || !isPlain(headers) || !url.startsWith('/') || url.includes('#')) return undefined;
  const end = url.indexOf('?');
  const path = req.path.slice(req.path.lastIndexOf('/') + 1);
  const search = new URLSearchParams(end < 0 ? '' : url.slice(end + 1));
  if (search.has('connectionParams')) return undefined;
  const isBatch = search.get('batch') === '1';
  const paths = isBatch ? path.split(',') : [path];
  if (paths.length > mostInBatch || !paths.every((name) => QUERIES.has(name))) return undefined;
  const inputs = readInputs(search.get('input'), isBatch);
  return inputs && { isBatch, questions: paths.map((name, index) => ({ path: name, input: inputs[index] })) };
}

/** Whether the headers ask only for plain JSON and the host is one that tRPC accepts in a URL. */
const isPlain = ({ 'content-type': type, accept, 'trpc-accept': trpcAccept, host = 'localhost' }: Request['headers']) =>
  (type === undefined || type.startsWith('application/json')) &&
  trpcAccept === undefined &&
  !accept?.includes('application/jsonl') &&
  URL.canParse(`http://${host}`);

/** The inputs by their index in the batch. Undefined if they are invalid. */
function readInputs(text: string | null, isBatch: boolean): Readonly<Record<number, unknown>> | undefined {
  if (!text) return {};
  try {
    const inputs: unknown = JSON.parse(text);
    if (!isBatch) return { 0: inputs };
    return typeof inputs === 'object' && !Array.isArray(inputs) && inputs !== null ? { ...inputs } : undefined;
  } catch {
    return undefined;
  }
}
