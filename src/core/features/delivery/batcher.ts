import { isOutOfTime, isPassingFault } from '../../platform/db/unavailable.ts';

interface Waiting<In, Out> {
  one: In;
  done: PromiseWithResolvers<Out>;
}

export interface Batching<In, Out> {
  /** Processes a batch. The returned function gives each item's result. */
  run(items: readonly In[]): Promise<(one: In) => Out | Promise<Out>>;
  /**
   * Selects the items for the next batch from the waiting items. If `pick` isn't given, the next batch contains all of
   * them. If no item can be processed yet, returns a promise that resolves when `pick` should be called again.
   */
  pick?(waiting: readonly In[]): ReadonlySet<In> | Promise<void>;
  /**
   * A batch starts when `full` items are waiting, or when the first item has waited `ms` wall-clock milliseconds. By
   * default, it starts immediately.
   */
  linger?(): { full: number; ms: number } | undefined;
}

/**
 * Batches an operation. Items that arrive while a batch is being processed are processed in the next batch. If a batch
 * fails, its items are processed individually, so that a bad item doesn't affect the others. If the batch fails because
 * the database is unavailable, all of its items fail.
 */
export function createBatcher<In, Out>(how: Batching<In, Out>): (one: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let busy = false;
  let came = Promise.withResolvers<void>();

  const runBatch = async (batch: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      const made = await how.run(batch.map(({ one }) => one));
      for (const { one, done } of batch) done.resolve(made(one));
    } catch (error) {
      if (batch.length === 1 || (isPassingFault(error) && !isOutOfTime(error)))
        for (const { done } of batch) done.reject(error);
      else for (const one of batch) await runBatch([one]);
    }
  };

  const fills = async ({ full, ms }: { full: number; ms: number }): Promise<void> => {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ms);
    let over = false;
    void late.promise.then(() => (over = true));
    while (waiting.length < full && !over) await Promise.race([late.promise, came.promise]);
    clearTimeout(timer);
  };

  const next = async (): Promise<Waiting<In, Out>[]> => {
    const wait = how.linger?.();
    if (wait) await fills(wait);
    const picked = how.pick?.(waiting.map(({ one }) => one));
    if (picked instanceof Promise) {
      await Promise.race([picked, came.promise]);
      return [];
    }
    const batch = picked ? waiting.filter(({ one }) => picked.has(one)) : waiting;
    waiting = picked ? waiting.filter(({ one }) => !picked.has(one)) : [];
    return batch;
  };

  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const batch = await next();
      if (batch.length > 0) await runBatch(batch);
    }
    busy = false;
  };

  return (one) => {
    const done = Promise.withResolvers<Out>();
    waiting.push({ one, done });
    came.resolve();
    came = Promise.withResolvers<void>();
    void work();
    return done.promise;
  };
}
