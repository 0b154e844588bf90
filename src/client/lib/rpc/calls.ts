import { RpcError } from './rpc-error.ts';

type Kind = 'query' | 'mutation';

interface Call {
  path: string;
  input: unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export interface CallsOptions {
  /** Where the procedures are, without a slash at the end. */
  url: string;
  /** What the server takes in one batch. */
  maxItems: number;
  /** Longest address of a batch of queries. */
  maxUrlLength: number;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export type Calls = Record<Kind, (path: string, input: unknown) => Promise<unknown>>;

/**
 * Calls procedures by tRPC's HTTP protocol, plain JSON: queries by GET, mutations by POST, and what is asked within one
 * turn of the event loop goes as one batch. Rejects with RpcError where the server refused; with what `fetch` throws, or
 * an error about the answer, where there was none that could be read.
 */
export function createCalls(options: CallsOptions): Calls {
  const waiting: Record<Kind, Call[]> = { query: [], mutation: [] };
  const flush = (kind: Kind): void => {
    for (const batch of batchesOf(waiting[kind].splice(0), kind, options)) void send(batch, kind, options);
  };
  const call = (kind: Kind) => (path: string, input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      if (waiting[kind].length === 0) setTimeout(() => flush(kind));
      waiting[kind].push({ path, input, resolve, reject });
    });
  return { query: call('query'), mutation: call('mutation') };
}

const inputsOf = (batch: readonly Call[]): string =>
  JSON.stringify(
    Object.fromEntries(batch.flatMap(({ input }, index) => (input === undefined ? [] : [[index, input]]))),
  );

const addressOf = (batch: readonly Call[], kind: Kind, url: string): string => {
  const paths = batch.map(({ path }) => path).join(',');
  return `${url}/${paths}?batch=1${kind === 'query' ? `&input=${encodeURIComponent(inputsOf(batch))}` : ''}`;
};

/** As few batches as the limits allow, in order. One call alone may be longer than an address should be. */
function batchesOf(calls: readonly Call[], kind: Kind, { url, maxItems, maxUrlLength }: CallsOptions): Call[][] {
  const batches: Call[][] = [];
  for (const call of calls) {
    const last = batches.at(-1);
    const fits =
      last &&
      last.length < maxItems &&
      (kind === 'mutation' || addressOf([...last, call], kind, url).length <= maxUrlLength);
    if (fits) last.push(call);
    else batches.push([call]);
  }
  return batches;
}

async function send(batch: readonly Call[], kind: Kind, options: CallsOptions): Promise<void> {
  const { url, fetch: ask = fetch } = options;
  try {
    const init: RequestInit =
      kind === 'query'
        ? { method: 'GET' }
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: inputsOf(batch) };
    const response = await ask(addressOf(batch, kind, url), init);
    const answer: unknown = await response.json();
    // a refusal of the whole request (another site, too much) is one error for all
    batch.forEach((call, index) => settle(call, Array.isArray(answer) ? answer[index] : answer, response));
  } catch (error) {
    for (const call of batch) call.reject(error);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function settle(call: Call, answer: unknown, response: Response): void {
  const said = isRecord(answer) ? answer : {};
  const { result, error } = said;
  if (isRecord(result)) call.resolve(result['data']);
  else if (isRecord(error)) call.reject(new RpcError(String(error['message']), { data: error['data'], response }));
  else call.reject(new Error(`${call.path} was answered with something else`));
}
