/** Room for so many at the same time, taken and given by count. */
export interface Slots {
  /** May be below 0, where more were taken than there are. */
  free(): number;
  take(count: number): void;
  give(count: number): void;
  /** Resolves when some are given. */
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
