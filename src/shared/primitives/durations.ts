/** Durations in milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** 24 hours, not a calendar day, which may have 23 or 25 (see `local-date.ts`). */
export const DAY = 24 * HOUR;
