import { addDays, atLocalMinutes, localDateOf } from '#shared/primitives/local-date.ts';

/** The demo company's time zone. */
export const DEMO_ZONE = 'America/Boise';

/**
 * Returns the calendar month in Boise that contains `now`. This is the demo plan's period, both in our database and in
 * the Stripe stand-in.
 */
export function demoMonth(now: Date): { start: Date; end: Date } {
  const today = localDateOf(now, DEMO_ZONE);
  const first = addDays(today, 1 - Number(today.slice(-2)));
  const inNextMonth = addDays(first, 31);
  const next = addDays(inNextMonth, 1 - Number(inNextMonth.slice(-2)));
  return { start: atLocalMinutes(first, 0, DEMO_ZONE), end: atLocalMinutes(next, 0, DEMO_ZONE) };
}
