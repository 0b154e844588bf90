import type { KyselyPlugin } from 'kysely';

/** The error that a tripwire throws. */
export class Killed extends Error {}

export interface Tripwire extends KyselyPlugin {
  /** Returns how often the tripwire was triggered. */
  kills(): number;
}

/**
 * A Kysely plugin that aborts at the nth query from now, wherever that is: before, within or after a transaction. It
 * calls `after` at the start, and again each time it's triggered, to get the next n. It's cheaper than killing a
 * process (test/mortal), but can't show the effects that only a killed process has.
 */
export function tripwire(after: () => number): Tripwire {
  let left = after();
  let kills = 0;
  return {
    kills: () => kills,
    transformQuery({ node }) {
      left -= 1;
      if (left >= 0) return node;
      left = after();
      kills += 1;
      throw new Killed('killed here');
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
