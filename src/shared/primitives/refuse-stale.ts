import { AppError } from './app-error.ts';

/**
 * Keeps two windows from saving over each other unseen: `was` is what the person had on the screen, `stored` what
 * stands there now. Throws CONFLICT where they differ; without `was` nothing is asked. `what` begins the sentence
 * ('Your prices were').
 */
export const refuseStale = <T extends object>(was: Partial<T> | undefined, stored: T, what: string): void => {
  if (was === undefined) return;
  const keys = Object.keys(was) as (keyof T)[];
  if (keys.some((key) => JSON.stringify(was[key]) !== JSON.stringify(stored[key])))
    throw new AppError(`${what} changed in another window. Check them, then save again`, 'CONFLICT');
};
