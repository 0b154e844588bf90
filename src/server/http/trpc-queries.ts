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

/** One procedure that is asked, with what it is asked. */
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
  /** Headers of every answer, beside those that tRPC gives. */
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
 * Answers well-formed queries asked by GET as tRPC's own adapter does, at a third of its cost: without a web Request, a
 * Response, streams and an AbortController for each. Whatever else comes goes on to that adapter: changes,
 * subscriptions, names of no query, what can't be parsed, other types of content.
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
    // a procedure may have set another
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

/** What a request asks, read as tRPC reads it; undefined where it is anything but queries that are well-formed. */
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

/** Whether its headers ask for nothing but plain JSON, and name a host of which tRPC can make an address. */
const isPlain = ({ 'content-type': type, accept, 'trpc-accept': trpcAccept, host = 'localhost' }: Request['headers']) =>
  (type === undefined || type.startsWith('application/json')) &&
  trpcAccept === undefined &&
  !accept?.includes('application/jsonl') &&
  URL.canParse(`http://${host}`);

/** The inputs by their places in the batch; undefined where they are none. */
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
