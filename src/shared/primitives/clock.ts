/** Where "now" comes from. Business time (due dates, windows, expiries) asks a clock that is passed in. */
export interface Clock {
  now(): Date;
}

/** The machine's own time: what production runs on. */
export const systemClock: Clock = { now: () => new Date() };
