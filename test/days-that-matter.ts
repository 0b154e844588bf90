import { DAY } from '#shared/primitives/durations.ts';
import { holidaySetOf, isHoliday } from './text-hours-reference.ts';
import { soakCount } from './soak-report.ts';

/** The start of the five years for which the texting hours are tested. */
export const START = Date.parse('2026-11-21T00:00:00Z');
export const DAYS_5_YEARS = 5 * 366;

/** Whether every day is tested (`npm run soak`) or only the days on which something changes. */
export const everyDay = soakCount('SOAK_DAYS', 0) > 0;

/** Returns the number of runs for each of these property tests. */
export const timesMore = (runs: number): number => (everyDay ? runs * 5 : runs);

const dateOf = (day: number): string => new Date(START + day * DAY).toISOString().slice(0, 10);
const allDays = Array.from({ length: DAYS_5_YEARS }, (_, day) => day);
/** 13 and 7 have no common factor, so every day of the week is tested in every season. */
const nowAndThen = (day: number): boolean => everyDay || day % 13 === 0;

/**
 * Whether US clocks change on this day of the five years: the second Sunday of March or the first Sunday of November.
 */
export function clocksChange(day: number): boolean {
  const at = new Date(START + day * DAY);
  const [month, date] = [at.getUTCMonth() + 1, at.getUTCDate()];
  if (at.getUTCDay() !== 0) return false;
  return (month === 3 && date >= 8 && date <= 14) || (month === 11 && date <= 7);
}

/**
 * Returns the days around each clock change (from `before` days earlier to one day later) and a sample of the days
 * between.
 */
export const clockDays = ({ before }: { before: number }): number[] =>
  allDays.filter((day) => nowAndThen(day) || allDays.slice(Math.max(0, day - 1), day + before + 1).some(clocksChange));

const changes = new Set(clockDays({ before: 1 }));

/** Returns the same days plus the days around each of this state's holidays. */
export function daysThatMatter(state: string): number[] {
  const set = holidaySetOf(state);
  const holiday = (day: number) => set !== null && isHoliday(set, dateOf(day));
  return allDays.filter((day) => changes.has(day) || [day - 1, day, day + 1].some(holiday));
}
