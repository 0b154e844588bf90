import type { Request, RequestHandler } from 'express';
import { SECOND } from '#shared/primitives/durations.ts';

/** A sender that has said nothing for so long is gone. */
const PATIENCE = 30 * SECOND;
/** Seconds. */
const RETRY_AFTER = 30;

/**
 * Bounds the memory that the bodies of a route take: what doesn't fit into `bytes` beside those that are being handled
 * waits, unread, for its turn. Beyond `waiting` it is answered 503. A body counts as long as its Content-Length says,
 * without one as `largest`, which is the most that the route keeps of one.
 */
export function bodyBudget({
  bytes,
  largest,
  waiting,
}: {
  bytes: number;
  largest: number;
  waiting: number;
}): RequestHandler {
  const line: { size: number; begin: () => void }[] = [];
  let taken = 0;
  const beginNext = () => {
    for (let first = line[0]; first !== undefined && taken + first.size <= bytes; first = line[0]) {
      line.shift();
      taken += first.size;
      first.begin();
    }
  };
  return (request, response, next) => {
    if (line.length >= waiting) {
      response.status(503).set('Retry-After', String(RETRY_AFTER)).type('text/plain').send('Too many at once');
      return;
    }
    const size = Math.min(Number(request.get('content-length') ?? largest) || 0, largest);
    let hasBegun = false;
    const place = {
      size,
      begin() {
        hasBegun = true;
        next();
      },
    };
    response.once('close', () => {
      if (hasBegun) taken -= size;
      else line.splice(line.indexOf(place), 1);
      beginNext();
    });
    line.push(place);
    beginNext();
  };
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
