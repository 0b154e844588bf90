import type ICAL from 'ical.js';
import { addDays, daysBetween, localDate, type LocalDate, weekdayOf } from '#shared/primitives/local-date.ts';

/** Counts the repetitions that were looked at, and throws if there are too many. */
export type Step = () => void;

interface Repeating {
  rule: ICAL.Recur;
  start: ICAL.Time;
  /** The first and the last day that matter. */
  from: LocalDate;
  to: LocalDate;
  step: Step;
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Returns the day of a time, as written. */
export const dayOf = ({ year, month, day }: Pick<ICAL.Time, 'year' | 'month' | 'day'>): LocalDate =>
  localDate(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Returns a rule's weekdays, or null if the rule has parts that `plainDays` doesn't know. 0 is Sunday. */
function plainWeekdays({ freq, parts }: ICAL.Recur, start: LocalDate): number[] | null {
  const names = Object.keys(parts);
  if (freq === 'DAILY' && names.length === 0) return [];
  if (freq !== 'WEEKLY' || names.some((name) => name !== 'BYDAY')) return null;
  const days = (parts['BYDAY'] ?? []).map((day) => WEEKDAYS.indexOf(String(day)));
  if (days.includes(-1)) return null;
  return days.length > 0 ? days : [weekdayOf(start)];
}

/** Returns the same time on another day, as written. */
export function onDay(start: ICAL.Time, day: LocalDate): ICAL.Time {
  const time = start.clone();
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  Object.assign(time, { year, month, day: date });
  return time;
}

/**
 * Returns the times of a rule in these days, as written in its zone, or only their days if they're all at the time of
 * the start. Daily and weekly rules are counted by days, because most rules are of these kinds and a calendar may have
 * many that began years ago. The others are left to the library.
 */
export function repetitions(repeating: Repeating): { days: LocalDate[] } | { times: ICAL.Time[] } {
  const { rule, start, from, to, step } = repeating;
  const first = dayOf(start);
  const weekdays = plainWeekdays(rule, first);
  if (weekdays === null) return { times: byLibrary(repeating) };
  const days =
    weekdays.length === 0
      ? everyFewDays(rule, first, { from, to, step })
      : weekly(rule, { first, weekdays, from, to, step });
  const { until } = rule;
  if (!until) return { days };
  // The end may be in another zone, so around its day the times decide.
  const [before, after] = [addDays(dayOf(until), -1), addDays(dayOf(until), 1)];
  return { days: days.filter((day) => day < before || (day <= after && onDay(start, day).compare(until) <= 0)) };
}

interface Days {
  from: LocalDate;
  to: LocalDate;
  step: Step;
}

function everyFewDays({ interval, count }: ICAL.Recur, first: LocalDate, { from, to, step }: Days): LocalDate[] {
  const found: LocalDate[] = [];
  const begin = Math.max(0, Math.ceil(daysBetween(first, from) / interval));
  for (let index = begin; count === null || index < count; index += 1) {
    step();
    const day = addDays(first, index * interval);
    if (day > to) break;
    found.push(day);
  }
  return found;
}

function weekly(
  { interval, count, wkst }: ICAL.Recur,
  { first, weekdays, from, to, step }: Days & { first: LocalDate; weekdays: readonly number[] },
): LocalDate[] {
  const found: LocalDate[] = [];
  // ical.js numbers weekdays from 1, Sunday.
  const weekBegins = wkst - 1;
  const offsets = [...new Set(weekdays.map((weekday) => (weekday - weekBegins + 7) % 7))].toSorted((a, b) => a - b);
  const week = addDays(first, -((weekdayOf(first) - weekBegins + 7) % 7));
  // Without a count, earlier weeks don't matter.
  const begin = count === null ? Math.max(0, Math.floor(daysBetween(week, from) / (7 * interval))) : 0;
  let counted = 0;
  for (let index = begin; ; index += 1) {
    step();
    const monday = addDays(week, index * 7 * interval);
    if (monday > to) return found;
    for (const offset of offsets) {
      const day = addDays(monday, offset);
      if (day < first) continue;
      counted += 1;
      if (count !== null && counted > count) return found;
      if (day >= from && day <= to) found.push(day);
    }
  }
}

function byLibrary({ rule, start, from, to, step }: Repeating): ICAL.Time[] {
  const found: ICAL.Time[] = [];
  const iterator = rule.iterator(start);
  for (let next = iterator.next(); next; next = iterator.next()) {
    step();
    const day = dayOf(next);
    if (day > to) break;
    if (day >= from) found.push(next.clone());
  }
  return found;
}
