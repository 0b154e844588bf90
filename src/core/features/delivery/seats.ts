/** Limits concurrency to a number of seats. Later callers wait in order. */
export interface Seats {
  count: number;
  free(): number;
  /** The average duration of recent uses, in real milliseconds. Undefined before the first. */
  pace(): number | undefined;
  use<T>(work: () => Promise<T>): Promise<T>;
}

export function createSeats(count: number): Seats {
  let free = count;
  let pace: number | undefined;
  const line: (() => void)[] = [];
  const sit = (): Promise<void> | undefined => {
    if (free > 0) {
      free -= 1;
      return undefined;
    }
    return new Promise((resolve) => line.push(resolve));
  };
  const rise = (): void => {
    const next = line.shift();
    if (next) next();
    else free += 1;
  };
  return {
    count,
    free: () => free,
    pace: () => pace,
    async use(work) {
      await sit();
      const began = performance.now();
      try {
        return await work();
      } finally {
        const took = performance.now() - began;
        pace = pace === undefined ? took : pace + (took - pace) / count;
        rise();
      }
    },
  };
}
