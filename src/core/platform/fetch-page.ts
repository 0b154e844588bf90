import { lookup } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { SECOND } from '#shared/primitives/durations.ts';
import { InnerAddress, isPublicAddress, publicLookup } from './public-host.ts';

/**
 * A page's HTML, or the reason that it couldn't be fetched. `status` is the HTTP status, or null if there was no
 * response.
 */
export type FetchedPage =
  | { kind: 'page'; html: string; url: string }
  | { kind: 'refused'; why: 'private' | 'port' | 'redirects' | 'size' }
  | { kind: 'failed'; status: number | null };

export interface PageLimits {
  /** Milliseconds for the entire fetch, including redirects. */
  timeout: number;
  /** Maximum size in bytes. The rest isn't read. */
  bytes: number;
  redirects: number;
}

/** What is fetched. By default, it's an HTML page. */
export interface Fetched {
  accept?: string;
  userAgent?: string;
  /** Whether a longer file is refused, because its beginning alone is of no use. Default: false. */
  whole?: boolean;
  /**
   * Hosts with ports, such as '127.0.0.1:4101', that may be fetched although they're private (`PRIVATE_HOSTS`).
   */
  privateHosts?: readonly string[];
}

const LIMITS: PageLimits = { timeout: 8 * SECOND, bytes: 1_000_000, redirects: 3 };
const PORTS = ['', '80', '443'];

/** Overrides for tests. `isPublic` decides which URLs count as public. */
export interface FetchPageOptions extends Fetched {
  lookup?: RequestOptions['lookup'];
  isPublic?: (url: URL) => boolean;
  limits?: Partial<PageLimits>;
}

const isPublicUrl = (url: URL): boolean => isPublicAddress(url.href) && PORTS.includes(url.port);

/**
 * Fetches a web page at a URL that a user entered. Refuses private networks and non-default ports, including in
 * redirects. Doesn't send cookies. Limits time, size and redirects. Never rejects.
 */
export async function fetchPage(address: string, options: FetchPageOptions = {}): Promise<FetchedPage> {
  const limits = { ...LIMITS, ...options.limits };
  const signal = AbortSignal.timeout(limits.timeout);
  let url = URL.parse(address);
  for (let hops = 0; hops <= limits.redirects; hops += 1) {
    if (url === null || !/^https?:$/.test(url.protocol)) return { kind: 'failed', status: null };
    const isNamed = options.privateHosts?.includes(url.host) === true;
    if (!isNamed && !(options.isPublic ?? isPublicUrl)(url))
      return { kind: 'refused', why: isPublicAddress(url.href) ? 'port' : 'private' };
    const answer = await open(url, signal, { ...options, lookup: isNamed ? lookup : (options.lookup ?? publicLookup) });
    if (!('message' in answer)) return answer;
    const { message } = answer;
    const status = message.statusCode ?? 0;
    const { location } = message.headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      message.destroy();
      url = URL.parse(location, url);
      continue;
    }
    if (status !== 200) {
      message.destroy();
      return { kind: 'failed', status };
    }
    const html = await read(message, { most: limits.bytes, whole: options.whole === true });
    if (html === 'too long') return { kind: 'refused', why: 'size' };
    return html === undefined
      ? { kind: 'failed', status: null }
      : { kind: 'page', html: html.toString('utf8'), url: url.href };
  }
  return { kind: 'refused', why: 'redirects' };
}

function open(
  url: URL,
  signal: AbortSignal,
  { lookup: find, accept = 'text/html', userAgent = 'Mozilla/5.0 (site check)' }: FetchPageOptions,
): Promise<{ message: IncomingMessage } | FetchedPage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { accept, 'accept-encoding': 'identity', 'user-agent': userAgent };
  return new Promise((resolve) => {
    const sent = send(url, { signal, lookup: find, headers, agent: false }, (message) => resolve({ message }));
    sent.on('error', (error) =>
      resolve(error instanceof InnerAddress ? { kind: 'refused', why: 'private' } : { kind: 'failed', status: null }),
    );
    sent.end();
  });
}

/**
 * Reads at most `most` bytes. Returns undefined if the connection fails first. With `whole`, returns 'too long' if there
 * are more.
 */
async function read(
  message: IncomingMessage,
  { most, whole }: { most: number; whole: boolean },
): Promise<Buffer | 'too long' | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of message as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, most - bytes));
      bytes += part.length;
      if (whole ? bytes > most : bytes >= most) break;
    }
  } catch {
    return undefined;
  }
  return whole && bytes > most ? 'too long' : Buffer.concat(parts);
}
