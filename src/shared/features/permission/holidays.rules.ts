import { addDays, localDate, type LocalDate, weekdayOf } from '../../primitives/local-date.ts';
import type { HolidayRule, HolidaySet } from './text-hours-by-state.schema.ts';

const SUNDAY = 0;
const TUESDAY = 2;
const THURSDAY = 4;
const SATURDAY = 6;

const day = (year: number, month: number, dayOfMonth: number): LocalDate =>
  localDate(`${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`);

const nthWeekday = (year: number, month: number, weekday: number, n: number): LocalDate => {
  if (n < 0) {
    const end = addDays(month === 12 ? day(year + 1, 1, 1) : day(year, month + 1, 1), -1);
    return addDays(end, -((weekdayOf(end) - weekday + 7) % 7));
  }
  const first = day(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7);
};

/** Returns Easter Sunday of the Gregorian calendar (the anonymous algorithm of Meeus, Jones and Butcher). */
const easter = (year: number): LocalDate => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return day(year, Math.floor(f / 31), (f % 31) + 1);
};

const dateOf = (rule: HolidayRule, year: number): LocalDate | undefined => {
  switch (rule.type) {
    case 'fixed':
      return day(year, rule.month, rule.day);
    case 'nth':
      return nthWeekday(year, rule.month, rule.weekday, rule.n);
    case 'easter':
      return addDays(easter(year), rule.offset);
    case 'electionDay':
      // Election Day is the Tuesday after the first Monday, so never the 1st.
      return rule.evenYearsOnly && year % 2 === 1 ? undefined : nthWeekdayFrom(day(year, 11, 2), TUESDAY);
    case 'afterThanksgiving':
      return addDays(nthWeekday(year, 11, THURSDAY, 4), rule.offset);
  }
};

const nthWeekdayFrom = (from: LocalDate, weekday: number): LocalDate =>
  addDays(from, (weekday - weekdayOf(from) + 7) % 7);

const observedDay = (date: LocalDate, observed: HolidaySet['observed']): LocalDate | undefined => {
  if (weekdayOf(date) === SATURDAY && observed.saturday) return addDays(date, -1);
  if (weekdayOf(date) === SUNDAY && observed.sunday) return addDays(date, 1);
  return undefined;
};

/**
 * Returns the holidays of one year: their names for display, by date. Also returns the days when holidays are observed
 * ('Christmas Day (observed)'). Such a day is included even if the holiday itself is in a neighboring year. Throws
 * RangeError if there's no such set of holidays.
 */
export const holidaysOfYear = (
  sets: Readonly<Record<string, HolidaySet>>,
  setName: string,
  year: number,
): Map<LocalDate, string> => {
  const found = new Map<LocalDate, string>();
  const set = sets[setName];
  if (!set) throw new RangeError(`no holiday set ${setName}`);
  if (set.extends !== undefined)
    for (const [date, name] of holidaysOfYear(sets, set.extends, year)) found.set(date, name);
  for (const each of [year - 1, year, year + 1])
    for (const { name: fullName, rule } of set.days) {
      const date = dateOf(rule, each);
      if (date === undefined) continue;
      const name = fullName.replace(/\s*\(.*\)$/, '');
      const observed = observedDay(date, set.observed);
      if (observed?.startsWith(`${year}-`) && !found.has(observed)) found.set(observed, `${name} (observed)`);
      if (date.startsWith(`${year}-`)) found.set(date, name);
    }
  return found;
};
