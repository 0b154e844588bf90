import type { TestApp } from './caller.ts';
import { atFullCount } from './suites.ts';
import { tripwire } from './tripwire.ts';

/** In `npm test`, only every so many statements. */
export const EVERY = atFullCount(1, 9);

/** The app's parts, with tenant transactions that stop before statement `point`. */
const mortal = (app: TestApp, point: number) => {
  let armed = true;
  const wire = tripwire(() => {
    const next = armed ? point : Number.POSITIVE_INFINITY;
    armed = false;
    return next;
  });
  return { wire, deps: { ...app.deps, db: app.deps.db.withPlugin(wire) } };
};

/**
 * Does `act` again and again, each time with a kill before another one of its statements, commits included, and then
 * `after`, which goes on as a person or the worker would. Ends after an `act` that had fewer statements. Returns the
 * number of kills.
 */
export async function killAtEach(
  app: TestApp,
  act: (deps: TestApp['deps']) => Promise<unknown>,
  after: () => Promise<void>,
): Promise<number> {
  let kills = 0;
  for (let point = 0; ; point += EVERY) {
    const { wire, deps } = mortal(app, point);
    await act(deps).catch(() => undefined);
    kills += wire.kills();
    await after();
    if (wire.kills() === 0) return kills;
  }
}
