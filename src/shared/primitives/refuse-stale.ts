import { AppError } from './app-error.ts';

/**
 * Prevents two windows from overwriting each other's changes. `was` contains the values that the form loaded. `stored`
 * contains the current values. Throws CONFLICT if any value in `was` differs from the current one. If `was` is missing,
 * nothing is checked. `what` is the start of the error sentence ('Your prices were').
 */
export const refuseStale = <T extends object>(was: Partial<T> | undefined, stored: T, what: string): void => {
  if (was === undefined) return;
  const keys = Object.keys(was) as (keyof T)[];
  if (keys.some((key) => JSON.stringify(was[key]) !== JSON.stringify(stored[key])))
    throw new AppError(`${what} changed in another window. Check them, then save again`, 'CONFLICT');
};
