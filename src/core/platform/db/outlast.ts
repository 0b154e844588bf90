import { setTimeout as wait } from 'node:timers/promises';
import { isPassingFault } from './unavailable.ts';

/** Real milliseconds: pauses double from the first to the longest, for `allMs`, or `stoppingMs` once the process is to end. */
export interface Patience {
  firstPauseMs: number;
  longestPauseMs: number;
  allMs: number;
  stoppingMs: number;
}

interface Outlast {
  patience: Patience;
  stopping?: () => boolean;
  /** Which passing faults are worth another try; all of them where it is left out. */
  again?: (error: unknown) => boolean;
}

/**
 * Does `work` until it succeeds, for what is known only here and must not be lost to a Postgres that restarts, to a
 * transaction that crossed it, or to a statement that took too long: at least once more, and for as long as `patience`
 * says. Rejects with the last error; at once with one that the same again would only repeat.
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
