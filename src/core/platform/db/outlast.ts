import { setTimeout as wait } from 'node:timers/promises';
import { isPassingFault } from './unavailable.ts';

/**
 * How long to retry, in wall-clock milliseconds. The first pause between attempts is `firstPauseMs`. Each further pause
 * is twice as long, up to `longestPauseMs`. Retries end after `allMs`. If the process begins to stop, retries end at
 * most `stoppingMs` after that.
 */
export interface Patience {
  firstPauseMs: number;
  longestPauseMs: number;
  allMs: number;
  stoppingMs: number;
}

interface Outlast {
  patience: Patience;
  stopping?: () => boolean;
  /** Returns whether to retry after this transient error. Default: always. */
  again?: (error: unknown) => boolean;
}

/**
 * Runs `work`. Retries it after transient errors at least once, and as long as `patience` allows. Use it for results
 * that exist only in this process and must not be lost because of a Postgres restart, a deadlock or a timeout. Rejects
 * with the last error. Rejects immediately if the error isn't transient, or if `again` returns false for the error.
 */
export async function outlast<T>(work: () => Promise<T>, { patience, stopping, again }: Outlast): Promise<T> {
  let end = performance.now() + patience.allMs;
  let told = false;
  for (
    let tries = 1, pause = patience.firstPauseMs;
    ;
    tries += 1, pause = Math.min(2 * pause, patience.longestPauseMs)
  ) {
    try {
      return await work();
    } catch (error) {
      if (!isPassingFault(error) || again?.(error) === false) throw error;
      if (!told && stopping?.() === true) {
        told = true;
        end = Math.min(end, performance.now() + patience.stoppingMs);
      }
      if (tries > 1 && performance.now() > end) throw error;
      await wait(pause);
    }
  }
}
