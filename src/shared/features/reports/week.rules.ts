import { addDays, localTimeOf, weekdayOf } from '../../primitives/local-date.ts';
import type { Period } from './period.rules.ts';

/**
 * The weekly email is sent between these local times, in minutes after midnight. It first becomes due on Monday
 * morning.
 */
export const WEEKLY_FROM = 8 * 60;
export const WEEKLY_UNTIL = 20 * 60;

const daysSinceMonday = (weekday: number): number => (weekday + 6) % 7;

/**
 * Returns the week (Monday to Sunday) that the weekly email covers if it's due at `now`. That's the last full week in
 * the company's time zone. Returns null outside the hours in which the email is sent. If an outage delays the email, it
 * stays due on the later days of the week.
 */
export function dueWeek(now: Date, zone: string): Period | null {
  const { date, minutes } = localTimeOf(now, zone);
  if (minutes < WEEKLY_FROM || minutes >= WEEKLY_UNTIL) return null;
  const monday = addDays(date, -daysSinceMonday(weekdayOf(date)));
  return { from: addDays(monday, -7), to: addDays(monday, -1) };
}
