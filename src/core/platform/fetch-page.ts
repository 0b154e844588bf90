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
  | { kind: 'refused'; why: 'private' | 'port' | 'redirects' }
  | { kind: 'failed'; status: number | null };

export interface PageLimits {
  /** Milliseconds for the entire fetch, including redirects. */
  timeout: number;
  /** Maximum size in bytes. The rest isn't read. */
  bytes: number;
  redirects: number;
}

const LIMITS: PageLimits = { timeout: 8 * SECOND, bytes: 1_000_000, redirects: 3 };
const PORTS = ['', '80', '443'];

/** Overrides for tests. `isPublic` decides which URLs count as public. */
export interface FetchPageOptions {
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
    if (!(options.isPublic ?? isPublicUrl)(url))
      return { kind: 'refused', why: isPublicAddress(url.href) ? 'port' : 'private' };
    const answer = await open(url, signal, options.lookup ?? publicLookup);
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
    const html = await read(message, limits.bytes);
    return html === undefined ? { kind: 'failed', status: null } : { kind: 'page', html, url: url.href };
  }
  return { kind: 'refused', why: 'redirects' };
}

function open(
  url: URL,
  signal: AbortSignal,
  lookup: NonNullable<RequestOptions['lookup']>,
): Promise<{ message: IncomingMessage } | FetchedPage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'Mozilla/5.0 (site check)' };
  return new Promise((resolve) => {
    const sent = send(url, { signal, lookup, headers, agent: false }, (message) => resolve({ message }));
    sent.on('error', (error) =>
      resolve(error instanceof InnerAddress ? { kind: 'refused', why: 'private' } : { kind: 'failed', status: null }),
    );
    sent.end();
  });
}

/** Reads at most `most` bytes as a string. Returns undefined if the connection fails first. */
async function read(message: IncomingMessage, most: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of message as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, most - bytes));
      bytes += part.length;
      if (bytes >= most) break;
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts).toString('utf8');
}
