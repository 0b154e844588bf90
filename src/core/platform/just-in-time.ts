/** When to begin the one thing that another will wait for, learnt from how long both took lately. Real milliseconds. */
export interface JustInTime {
  /** How long to pause after the other has begun; undefined as long as that is not known. */
  pause(): number | undefined;
  /** What is waited for took so long. */
  took(ms: number): void;
  /** The other came to wait for it after so long. */
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

/** Each new one counts a tenth. */
function lately() {
  let average: number | undefined;
  return {
    average: () => average,
    add(ms: number): void {
      average = average === undefined ? ms : average + (ms - average) / 10;
    },
  };
}
