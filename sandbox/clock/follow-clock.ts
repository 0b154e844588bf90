import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#shared/primitives/clock.ts';
import type { ClockLine } from './followers.ts';

export interface FollowOptions {
  /** The sandbox's URL, without a trailing slash. */
  url: string;
  /** 'server' or 'worker', shown on the sandbox page. */
  name: string;
  /** Called after each new offset takes effect, before it's acknowledged. */
  moved?: () => Promise<void>;
  /** Called with the error if `moved` fails. The offset is still acknowledged, so that the move continues. */
  failed?: (error: unknown) => void;
}
export interface FollowedClock extends Clock {
  close(): void;
}

const AGAIN_AFTER_MS = 200;

/**
 * Returns a clock that follows the sandbox's clock from another process. Its time is the wall-clock time plus the last
 * offset that the sandbox sent. Waits for the first offset, however long that takes. If the connection breaks, the
 * clock keeps its offset and reconnects.
 */
export async function followClock(options: FollowOptions): Promise<FollowedClock> {
  const client = randomUUID();
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  let offsetMs = 0;

  const take = async (line: ClockLine): Promise<void> => {
    offsetMs = line.offsetMs;
    first.resolve();
    try {
      await options.moved?.();
    } catch (error) {
      options.failed?.(error);
    }
    await acknowledge(options.url, client, line.seq, stop.signal);
  };
  void (async () => {
    while (!stop.signal.aborted) {
      await listen(options, client, stop.signal, take).catch(() => undefined);
      await pause(AGAIN_AFTER_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  await first.promise;
  return { now: () => new Date(Date.now() + offsetMs), close: () => stop.abort() };
}

/** Reads lines until the stream ends. Rejects if the connection breaks. An empty line is a keepalive. */
async function listen(
  { url, name }: FollowOptions,
  client: string,
  signal: AbortSignal,
  take: (line: ClockLine) => Promise<void>,
): Promise<void> {
  const address = `${url}/internal/clock?client=${client}&name=${encodeURIComponent(name)}`;
  const response = await fetch(address, { signal });
  if (!response.ok || response.body === null) return;
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') await take(JSON.parse(line) as ClockLine);
  }
}

async function acknowledge(url: string, client: string, seq: number, signal: AbortSignal): Promise<void> {
  await fetch(`${url}/internal/clock/ack`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client, seq }),
    signal,
  });
}
