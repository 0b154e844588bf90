/** Thrown if too many entries are waiting. */
export class LineFull extends Error {}

export interface FairLine<T> {
  /** Throws LineFull if the queue or the lane is full. */
  add(lane: string, waiting: T): void;
  next(): T | undefined;
}

/**
 * Creates a queue with lanes. Lanes take turns, so a lane with many entries doesn't delay the others. At most `most`
 * entries can wait in total, and at most `perLane` in each lane.
 */
export function createFairLine<T>({ most, perLane }: { most: number; perLane: number }): FairLine<T> {
  // The lanes, in the order in which they're served.
  const lanes = new Map<string, T[]>();
  let count = 0;
  return {
    add(lane, waiting) {
      const before = lanes.get(lane) ?? [];
      if (count >= most || before.length >= perLane) throw new LineFull('too many entries are waiting');
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
