import { setTimeout as wait } from 'node:timers/promises';
import { isPassingFault } from './unavailable.ts';

/**
 * In real milliseconds: delays double from the first to the longest, for `allMs`, or for `stoppingMs` once the process
 * is stopping.
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
  /** Which transient errors to retry; all of them by default. */
  again?: (error: unknown) => boolean;
}

/**
 * Retries `work` at least once, for as long as `patience` allows. For results that exist only in this process and must
 * survive a Postgres restart, a deadlock or a timeout. Rejects with the last error, or immediately with an error that a
 * retry would only repeat.
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
