import type { Clock } from '#shared/primitives/clock.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(now: Date | string): void;
  /** Moves forward by so many milliseconds (`3 * DAY`). */
  advance(milliseconds: number): void;
}

/** Monday 2026-11-16, 10:00 in Boise; nothing special about it: no change of clocks, no holiday. */
export const START = '2026-11-16T17:00:00.000Z';

export function testClock(start: Date | string = START): TestClock {
  let now = new Date(start);
  return {
    now: () => new Date(now),
    set: (to) => {
      now = new Date(to);
    },
    advance: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
  };
}
