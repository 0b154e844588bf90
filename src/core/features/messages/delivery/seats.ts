/** Runs at most so many at the same time; who comes later waits in a line. */
export interface Seats {
  count: number;
  use<T>(work: () => Promise<T>): Promise<T>;
}

export function createSeats(count: number): Seats {
  let free = count;
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
    async use(work) {
      await sit();
      try {
        return await work();
      } finally {
        rise();
      }
    },
  };
}
