/** Limits concurrency to this many; later callers wait in order. */
export interface Semaphore {
  count: number;
  free(): number;
  /** Real milliseconds that recent uses took, on average; undefined before the first. */
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
