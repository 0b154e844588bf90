import type { KyselyPlugin } from 'kysely';

/** What a tripwire throws. */
export class Killed extends Error {}

export interface Tripwire extends KyselyPlugin {
  /** How often it has struck. */
  kills(): number;
}

/**
 * A plugin for Kysely that ends the work at the nth query from now, wherever that is: before, between or after the
 * lines of a transaction. `after` is asked for the next n at the start and after each strike. Cheaper than a killed
 * process (test/mortal), and blind to what only a dead process leaves behind.
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
