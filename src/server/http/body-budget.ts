import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '#shared/primitives/app-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { networkOf } from '#shared/primitives/network.ts';

/** A client that doesn't send any data for this long is disconnected. */
const PATIENCE = 30 * SECOND;
/** Value of the Retry-After header, in seconds. */
const RETRY_AFTER = 30;
const FULL = 'Too much is being sent at once. Try again in a moment';

/** Limits on the memory for request bodies. All sizes are in bytes. */
export interface BodyLimits {
  /** Maximum total size of the bodies that are processed at once. */
  bytes: number;
  /** The maximum number of bytes that a route reads from one body. */
  largest: number;
  /** Maximum number of waiting bodies. */
  waiting: number;
  /** Additional limits for public routes. */
  strangers?: {
    /** The limits don't apply to bodies up to this size. */
    small: number;
    /**
     * The maximum total size of one network's bodies (at least `largest`) and the maximum number of its waiting bodies.
     */
    bytes: number;
    waiting: number;
    /**
     * Maximum time for a body to arrive, in milliseconds. After that, the sender is disconnected if another body is
     * waiting for memory.
     */
    arrives: number;
  };
}

interface Body {
  request: Request;
  size: number;
  network: string;
  /** When processing of the body began, according to `performance.now()`. Undefined while the body waits. */
  since?: number;
  begin: () => void;
}

const sizeOf = (bodies: Iterable<Body>): number => {
  let sum = 0;
  for (const { size } of bodies) sum += size;
  return sum;
};

/**
 * Limits the memory that request bodies use. A body waits without being read if it would make the total exceed `bytes`.
 * If `waiting` bodies are already waiting, a new body is refused with PROVIDER_UNAVAILABLE. A body's size is its
 * Content-Length. Without that header, the size counts as `largest`.
 */
export function bodyBudget({ bytes, largest, waiting, strangers }: BodyLimits): RequestHandler {
  const held = new Set<Body>();
  const line = new Set<Body>();
  let again: NodeJS.Timeout | undefined;
  const of = (bodies: Set<Body>, network: string): Body[] => [...bodies].filter((body) => body.network === network);
  const tooMany = (network: string): boolean =>
    line.size >= waiting || (strangers !== undefined && of(line, network).length >= strangers.waiting);
  /**
   * Returns the bodies in memory that this body must wait for, oldest first. Returns undefined if it doesn't have to
   * wait.
   */
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
        // keeps the order when memory is full, so that a large body doesn't wait forever. A network at its own limit
        // doesn't delay others
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

/**
 * Returns a body's size in bytes according to its headers. Returns 0 if there's no body, and undefined if the size
 * isn't declared.
 */
function announced({ headers }: Request): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0) || 0;
}

/**
 * Frees a body's memory immediately, before the next garbage collection. Does nothing if the buffer was transferred to
 * another thread.
 */
export function freeBody({ buffer }: Buffer<ArrayBuffer>): void {
  if (!buffer.detached) buffer.transfer(0);
}

/**
 * Frees the memory of a received chunk immediately. Otherwise, up to 64 MB of chunks would accumulate. V8 schedules
 * garbage collection by the size of the small objects that refer to the chunks, not by the size of the chunks.
 */
function freeChunk(chunk: Buffer): void {
  const { buffer } = chunk;
  // a chunk may be part of a larger buffer that is also used elsewhere
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.length) buffer.transfer(0);
}

/** Discards the rest of a body after the response, as Node does, and frees its memory immediately. */
export function discardRest(request: Request, response: Response): void {
  response.once('finish', () => {
    if (!request.complete) request.on('data', freeChunk);
  });
}

/**
 * Reads up to `largest` bytes of a body and discards the rest. Resolves to undefined if the sender disconnects before
 * the end or doesn't send anything for 30 seconds. No other buffer shares the returned buffer's memory, so it can be
 * passed to another thread without a copy.
 */
export function readBody(request: Request, largest: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer<ArrayBuffer> | undefined>();
  // allocates the entire buffer at once if the length is declared
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
