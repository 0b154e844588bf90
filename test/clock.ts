import type { Clock } from '#shared/primitives/clock.ts';

/** A clock that only moves when a test moves it. */
export interface TestClock extends Clock {
  set(now: Date | string): void;
  /** Moves the clock forward by this many milliseconds (`3 * DAY`). */
  advance(milliseconds: number): void;
}

/** Monday 2026-11-16, 10:00 in Boise: an ordinary day, without a holiday or clock change nearby. */
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
