/**
 * Decides when to start a task, so that its result is ready when another task needs it. Uses recent durations in
 * wall-clock milliseconds.
 */
export interface JustInTime {
  /**
   * Returns how long to wait after the other task starts, in milliseconds. Undefined until both durations are known.
   */
  pause(): number | undefined;
  /** Records how long the task took. */
  took(ms: number): void;
  /** Records how long the other task ran before it needed the result. */
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

/** Keeps an exponential moving average. A new value has a weight of one tenth. */
function lately() {
  let average: number | undefined;
  return {
    average: () => average,
    add(ms: number): void {
      average = average === undefined ? ms : average + (ms - average) / 10;
    },
  };
}
