/** Capacity for a number of concurrent items, taken and released by count. */
export interface Slots {
  /** Negative if more are taken than there are. */
  free(): number;
  take(count: number): void;
  give(count: number): void;
  /** Resolves when some are released. */
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
