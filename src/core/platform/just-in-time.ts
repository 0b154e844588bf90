/** When to start one task that another will wait for, estimated from recent durations. Real milliseconds. */
export interface JustInTime {
  /** The delay after the other task started; undefined until enough is known. */
  pause(): number | undefined;
  /** Records how long the task that is waited for took. */
  took(ms: number): void;
  /** Records how long the other task took until it waited. */
  came(ms: number): void;
}

export function justInTime(): JustInTime {
  const [one, other] = [lately(), lately()];
  return {
    pause() {
      const [took, came] = [one.average(), other.average()];
      return took === undefined || came === undefined ? undefined : Math.max(0, came - took);
    },
    took: (ms) => one.add(ms),
    came: (ms) => other.add(ms),
  };
}

/** An exponential average: each new value has a weight of one tenth. */
function lately() {
  let average: number | undefined;
  return {
    average: () => average,
    add(ms: number): void {
      average = average === undefined ? ms : average + (ms - average) / 10;
    },
  };
}
