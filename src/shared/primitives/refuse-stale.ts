import { AppError } from './app-error.ts';

/** Returns JSON with sorted keys, because Postgres returns an object's keys in its own order. */
const inOrder = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/**
 * Prevents two windows from overwriting each other's changes. `was` contains the values that the form loaded. `stored`
 * contains the current values. Throws CONFLICT if any value in `was` differs from the current one. If `was` is missing,
 * nothing is checked. `what` is the start of the error sentence ('Your prices were').
 */
export const refuseStale = <T extends object>(was: Partial<T> | undefined, stored: T, what: string): void => {
  if (was === undefined) return;
  const keys = Object.keys(was) as (keyof T)[];
  if (keys.some((key) => inOrder(was[key]) !== inOrder(stored[key])))
    throw new AppError(`${what} changed in another window. Check them, then save again`, 'CONFLICT');
};
