/** Concurrent tasks; the first failure is kept for `landed`. */
export interface Flights {
  start(work: Promise<void>): void;
  count(): number;
  failed(): boolean;
  /** Wakes callers of `next`. */
  wake(): void;
  /** Resolves at the next `wake`, or when another task ends, successfully or not. */
  next(): Promise<void>;
  /** Resolves when all have ended; rejects with the first failure. */
  landed(): Promise<void>;
}

export function trackFlights(): Flights {
  const flying = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let news = Promise.withResolvers<void>();
  const wake = (): void => {
    news.resolve();
    news = Promise.withResolvers<void>();
  };
  return {
    start(work) {
      const flight: Promise<void> = work
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          flying.delete(flight);
          wake();
        });
      flying.add(flight);
    },
    count: () => flying.size,
    failed: () => failures.length > 0,
    wake,
    next: () => news.promise,
    async landed() {
      while (flying.size > 0) await Promise.all(flying);
      if (failures.length > 0) throw failures[0];
    },
  };
}
