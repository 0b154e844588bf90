/** Says that too many wait already. */
export class LineFull extends Error {}

export interface FairLine<T> {
  /** Throws LineFull where the line, or that lane of it, is full. */
  add(lane: string, waiting: T): void;
  next(): T | undefined;
}

/** A line in lanes that take turns: who has many in his lane waits behind his own. At most `most` wait, `perLane` in each. */
export function createFairLine<T>({ most, perLane }: { most: number; perLane: number }): FairLine<T> {
  // in the order of their turns
  const lanes = new Map<string, T[]>();
  let count = 0;
  return {
    add(lane, waiting) {
      const before = lanes.get(lane) ?? [];
      if (count >= most || before.length >= perLane) throw new LineFull('too many wait');
      lanes.set(lane, [...before, waiting]);
      count += 1;
    },
    next() {
      const [turn] = lanes;
      if (!turn) return undefined;
      const [lane, [first, ...others]] = turn;
      lanes.delete(lane);
      if (others.length > 0) lanes.set(lane, others);
      count -= 1;
      return first;
    },
  };
}
