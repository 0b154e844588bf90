/** Counts free slots for concurrent items. */
export interface Slots {
  /** Returns the number of free slots. Negative if more slots are taken than exist. */
  free(): number;
  take(count: number): void;
  give(count: number): void;
  /** Resolves the next time slots are released. */
  freed(): Promise<void>;
}

export function createSlots(count: number): Slots {
  let free = count;
  let news = Promise.withResolvers<void>();
  return {
    free: () => free,
    take(some) {
      free -= some;
    },
    give(some) {
      free += some;
      if (some === 0) return;
      news.resolve();
      news = Promise.withResolvers<void>();
    },
    freed: () => news.promise,
  };
}

/** Limits how many tasks run at the same time. Further callers wait in order. */
export interface Semaphore {
  count: number;
  free(): number;
  /**
   * Returns the average duration of recent uses, in wall-clock milliseconds. Returns undefined before the first use.
   */
  pace(): number | undefined;
  use<T>(work: () => Promise<T>): Promise<T>;
}

export function createSemaphore(count: number): Semaphore {
  let free = count;
  let pace: number | undefined;
  const waiting: (() => void)[] = [];
  const acquire = (): Promise<void> | undefined => {
    if (free > 0) {
      free -= 1;
      return undefined;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    count,
    free: () => free,
    pace: () => pace,
    async use(work) {
      await acquire();
      const began = performance.now();
      try {
        return await work();
      } finally {
        const took = performance.now() - began;
        pace = pace === undefined ? took : pace + (took - pace) / count;
        release();
      }
    },
  };
}

/** One company's share of this process's capacity. */
interface CompanyShare {
  /**
   * Returns how many messages the company may have in progress: the total divided by the number of companies with a
   * turn in progress, but at least one message.
   */
  share(): number;
  /** Returns how many messages the company can start now. */
  free(): number;
  take(count: number): void;
  give(count: number): void;
  /** Ends the company's share. The company's messages in progress still count toward the total until they end. */
  leave(): void;
}

export interface SharedCapacity {
  join(): CompanyShare;
}

/**
 * Divides the process's capacity evenly among the companies with a turn in progress, so that one company's backlog
 * never blocks another's messages. `total` returns how many messages may be in progress at the same time, and its
 * result may change. If the worker is killed, at most that many messages are left unresolved, plus one for each company
 * that started while the capacity was used up.
 */
export function shareCapacity(total: () => number): SharedCapacity {
  let companies = 0;
  let taken = 0;
  return {
    join() {
      let own = 0;
      companies += 1;
      const share = () => Math.max(1, Math.floor(total() / Math.max(1, companies)));
      return {
        share,
        // At least one message is always allowed, because a company with nothing in progress must not wait for others.
        free: () => Math.max(own === 0 ? 1 : 0, Math.min(share() - own, total() - taken)),
        take(count) {
          own += count;
          taken += count;
        },
        give(count) {
          own -= count;
          taken -= count;
        },
        leave() {
          companies -= 1;
        },
      };
    },
  };
}
