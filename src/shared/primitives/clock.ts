/**
 * A source of the current time. Code that depends on business time (due dates, windows, expiry) takes a clock as a
 * parameter.
 */
export interface Clock {
  now(): Date;
}

/** The system clock, which production uses. */
export const systemClock: Clock = { now: () => new Date() };
