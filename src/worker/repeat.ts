import { setTimeout as wait } from 'node:timers/promises';
import { errorForLog } from '#core/platform/log-error.ts';
import type { Logger } from '#core/platform/log.ts';

/** Something that the worker does again and again. */
export interface Sweep {
  /** Starts no more turns, and waits for the current one. A turn may end early, because its signal is aborted. */
  close(): Promise<void>;
}

interface Repeated {
  /** The pause in milliseconds after a turn that left nothing to do. */
  every: number;
  logger: Logger;
  /** What the log says if a turn fails. */
  failed: string;
  /** Does a part of the work. Resolves to true if there's more, which is then done without a pause. */
  turn: (signal: AbortSignal) => Promise<boolean>;
}

/** Starts taking turns, one after another. A turn that fails is logged, and is taken again after the pause. */
export function repeat({ every, logger, failed, turn }: Repeated): Sweep {
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const more = await turn(stopped.signal).catch((error: unknown) => {
        logger.warn({ err: errorForLog(error) }, failed);
        return false;
      });
      if (!more) await wait(every, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    close() {
      stopped.abort();
      return running;
    },
  };
}
