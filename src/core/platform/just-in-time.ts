/** Computes when to start a task that another task will wait for, from recent durations in real milliseconds. */
export interface JustInTime {
  /**
   * Returns the delay in milliseconds after the start of the waiting task, or undefined until both durations are known.
   */
  pause(): number | undefined;
  /** Records how long the awaited task took. */
  took(ms: number): void;
  /** Records how long the waiting task ran before it waited. */
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

/** Keeps an exponential moving average. Each new value has a weight of one tenth. */
function lately() {
  let average: number | undefined;
  return {
    average: () => average,
    add(ms: number): void {
      average = average === undefined ? ms : average + (ms - average) / 10;
    },
  };
}
