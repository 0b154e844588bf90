import type { Request, RequestHandler } from 'express';
import { AppError } from '#shared/primitives/app-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { networkOf } from '#shared/primitives/network.ts';

/** A sender that has said nothing for so long is gone. */
const PATIENCE = 30 * SECOND;
/** Seconds. */
const RETRY_AFTER = 30;
const FULL = 'Too much is being sent at once. Try again in a moment';

/** All sizes in bytes. */
export interface BodyLimits {
  /** What all bodies that are being handled may take together. */
  bytes: number;
  /** The most that a route keeps of one. */
  largest: number;
  /** How many may wait for their turn. */
  waiting: number;
  /** For routes that anyone may call. */
  strangers?: {
    /** Up to here a body counts for nothing. */
    small: number;
    /** What the bodies of one network may take of all, at least `largest`; and how many of it may wait. */
    bytes: number;
    waiting: number;
    /** Milliseconds. Where another waits for its room, one that takes longer to arrive is cut off. */
    arrives: number;
  };
}

interface Body {
  request: Request;
  size: number;
  network: string;
  /** By `performance.now()`; undefined while it waits. */
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
  /** Those beside which there is no room for it, the oldest first. */
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
        // in their order, or a large one would wait permanently; a full network holds up nobody else
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

/** The bytes of a body as its sender says, 0 without one; undefined where that isn't said. */
function announced({ headers }: Request): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0) || 0;
}

/** Gives its memory back at once, where no thread has taken it over; otherwise it would stay until it is collected. */
export function freeBody({ buffer }: Buffer<ArrayBuffer>): void {
  if (!buffer.detached) buffer.transfer(0);
}

/**
 * The first `largest` bytes of a body; the rest is let go. Undefined where its sender is gone before it was whole. The
 * buffer is nobody else's: a thread may take it over.
 */
export function readBody(request: Request, largest: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer<ArrayBuffer> | undefined>();
  // in one piece from the start, where its length is known
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
  });
  request.once('end', () => {
    request.setTimeout(0);
    resolve(body.subarray(0, length));
  });
  request.once('close', () => resolve(undefined));
  return promise;
}
