/** The source of the current time. Business time (due dates, windows, expiry) comes from a clock that is passed in. */
export interface Clock {
  now(): Date;
}

/** The machine's own time, which production uses. */
export const systemClock: Clock = { now: () => new Date() };
