import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '#shared/primitives/app-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { networkOf } from '#shared/primitives/network.ts';

/** A sender that sends nothing for this long is disconnected. */
const PATIENCE = 30 * SECOND;
/** Seconds. */
const RETRY_AFTER = 30;
const FULL = 'Too much is being sent at once. Try again in a moment';

/** All sizes in bytes. */
export interface BodyLimits {
  /** Total size of the bodies that are handled at once. */
  bytes: number;
  /** Maximum size that a route reads of one body. */
  largest: number;
  /** How many bodies may wait for their turn. */
  waiting: number;
  /** Additional limits for routes that anyone may call. */
  strangers?: {
    /** Bodies up to this size don't count. */
    small: number;
    /** Total size of one network's bodies, at least `largest`, and how many of them may wait. */
    bytes: number;
    waiting: number;
    /** In milliseconds. If another body waits for room, one that takes longer to arrive is disconnected. */
    arrives: number;
  };
}

interface Body {
  request: Request;
  size: number;
  network: string;
  /** When it began, by `performance.now()`. Undefined while it waits. */
  since?: number;
  begin: () => void;
}

const sizeOf = (bodies: Iterable<Body>): number => {
  let sum = 0;
  for (const { size } of bodies) sum += size;
  return sum;
};

/**
 * Limits the memory of request bodies: one that doesn't fit into `bytes` beside those in progress waits, unread, for
 * its turn. Beyond `waiting` it is refused with PROVIDER_UNAVAILABLE. A body counts as its Content-Length, or as
 * `largest` without one.
 */
export function bodyBudget({ bytes, largest, waiting, strangers }: BodyLimits): RequestHandler {
  const held = new Set<Body>();
  const line = new Set<Body>();
  let again: NodeJS.Timeout | undefined;
  const of = (bodies: Set<Body>, network: string): Body[] => [...bodies].filter((body) => body.network === network);
  const tooMany = (network: string): boolean =>
    line.size >= waiting || (strangers !== undefined && of(line, network).length >= strangers.waiting);
  /** The bodies that leave no room for this one, oldest first. Undefined if there is room. */
  const before = ({ size, network }: Body): Iterable<Body> | undefined => {
    if (sizeOf(held) + size > bytes) return held;
    const same = of(held, network);
    return strangers !== undefined && sizeOf(same) + size > strangers.bytes ? same : undefined;
  };
  const cutSlow = (bodies: Iterable<Body>): void => {
    const isSlow = ({ request, since = 0 }: Body) =>
      strangers !== undefined && !request.complete && performance.now() - since > strangers.arrives;
    [...bodies].find(isSlow)?.request.destroy();
  };
  const beginNext = (): void => {
    for (const body of line) {
      const blocking = before(body);
      if (blocking === undefined) {
        line.delete(body);
        body.since = performance.now();
        held.add(body);
        body.begin();
      } else {
        cutSlow(blocking);
        // in order, so that a large body doesn't wait forever; a full network doesn't delay the others
        if (blocking === held) break;
      }
    }
    if (line.size > 0 && strangers !== undefined) again ??= setTimeout(lookAgain, SECOND).unref();
  };
  const lookAgain = (): void => {
    again = undefined;
    beginNext();
  };
  return (request, response, next) => {
    discardRest(request, response);
    const size = Math.min(announced(request) ?? largest, largest);
    if (size <= (strangers?.small ?? 0)) return next();
    const network = networkOf(request.ip ?? '');
    if (tooMany(network)) return next(new AppError(FULL, 'PROVIDER_UNAVAILABLE', { retryAfter: RETRY_AFTER }));
    const body: Body = { request, size, network, begin: next };
    response.once('close', () => {
      held.delete(body);
      line.delete(body);
      beginNext();
    });
    line.add(body);
    beginNext();
  };
}

export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** The announced size of a body in bytes, or 0 without a body. Undefined if the sender doesn't announce it. */
function announced({ headers }: Request): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0) || 0;
}

/**
 * Frees its memory immediately instead of at the next garbage collection. Does nothing if a thread has taken it over.
 */
export function freeBody({ buffer }: Buffer<ArrayBuffer>): void {
  if (!buffer.detached) buffer.transfer(0);
}

/**
 * Frees the memory of a received chunk. V8 would keep up to 64 MB of them, because it counts only the small objects that
 * refer to them toward its next collection.
 */
function freeChunk(chunk: Buffer): void {
  const { buffer } = chunk;
  // a chunk may be a part of a larger buffer that others use
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.length) buffer.transfer(0);
}

/** Discards what is left of a body after its answer, as Node does, and frees it immediately. */
export function discardRest(request: Request, response: Response): void {
  response.once('finish', () => {
    if (!request.complete) request.on('data', freeChunk);
  });
}

/**
 * Reads up to `largest` bytes of a body and discards the rest. Undefined if the sender disconnects before the end. The
 * buffer isn't shared, so a thread may take it over.
 */
export function readBody(request: Request, largest: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer<ArrayBuffer> | undefined>();
  // allocates the whole buffer at once if the length is known
  let body = Buffer.alloc(Math.min(Number(request.get('content-length') ?? 64 * 1024) || 0, largest));
  let length = 0;
  const room = (wanted: number) => {
    if (wanted <= body.length) return;
    const larger = Buffer.alloc(Math.min(Math.max(wanted, 2 * body.length), largest));
    body.copy(larger, 0, 0, length);
    body = larger;
  };
  request.setTimeout(PATIENCE, () => request.destroy());
  request.on('data', (chunk: Buffer) => {
    room(Math.min(length + chunk.length, largest));
    length += chunk.copy(body, length);
    freeChunk(chunk);
  });
  request.once('end', () => {
    request.setTimeout(0);
    resolve(body.subarray(0, length));
  });
  request.once('close', () => resolve(undefined));
  return promise;
}
