import { tzOffset } from '@date-fns/tz/tzOffset';
import { DAY, MINUTE } from './durations.ts';

/** A calendar day without a time or zone, 'YYYY-MM-DD'. */
export type LocalDate = string & { readonly kind: 'local-date' };

/** A local time. `minutes` counts from midnight. `weekday` 0 is Sunday and 6 is Saturday. */
export interface LocalTime {
  date: LocalDate;
  minutes: number;
  weekday: number;
}

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Converts a calendar day to midnight UTC, for calendar arithmetic that doesn't depend on a time zone. */
const utcOf = (date: LocalDate): Date => new Date(`${date}T00:00:00Z`);
const dayOf = (utc: Date): LocalDate => utc.toISOString().slice(0, 10) as LocalDate;

/** Parses 'YYYY-MM-DD'. Throws RangeError if there's no such day. */
export const localDate = (text: string): LocalDate => {
  const date = ISO_DAY.test(text) ? utcOf(text as LocalDate) : undefined;
  if (!date || Number.isNaN(date.getTime()) || dayOf(date) !== text) throw new RangeError(`not a day: ${text}`);
  return text as LocalDate;
};

const offsetMs = (zone: string, instant: number): number => {
  const minutes = tzOffset(zone, new Date(instant));
  if (Number.isNaN(minutes)) throw new RangeError(`not a time zone: ${zone}`);
  return minutes * MINUTE;
};

/** Returns the local time in `zone` at an instant. Throws RangeError if the zone is invalid. */
export const localTimeOf = (instant: Date, zone: string): LocalTime => {
  const wall = new Date(instant.getTime() + offsetMs(zone, instant.getTime()));
  return {
    date: dayOf(wall),
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
};

/** Returns the calendar day in `zone` at an instant. */
export const localDateOf = (instant: Date, zone: string): LocalDate => localTimeOf(instant, zone).date;

/** Returns the day `days` calendar days later, or earlier if negative. */
export const addDays = (date: LocalDate, days: number): LocalDate => {
  const moved = utcOf(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return dayOf(moved);
};

/** Returns the number of days from one calendar day to another. Negative if `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((utcOf(to).getTime() - utcOf(from).getTime()) / DAY);

/** Returns the day of the week for a calendar day. 0 is Sunday. */
export const weekdayOf = (date: LocalDate): number => utcOf(date).getUTCDay();

const TIME_OF_DAY = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** Parses 'HH:MM' from '00:00' to '24:00' into minutes after midnight. Throws RangeError for anything else. */
export const minutesOf = (time: string): number => {
  const match = TIME_OF_DAY.exec(time);
  if (!match) throw new RangeError(`not a time of day: ${time}`);
  return match[1] === undefined ? 24 * 60 : Number(match[1]) * 60 + Number(match[2]);
};

/**
 * Returns the first instant with the zone offset of `late`. Searches between `early`, which must have a different
 * offset, and `late`.
 */
const changeBetween = (early: number, late: number, zone: string): number => {
  const after = offsetMs(zone, late);
  let [from, to] = [early, late];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (offsetMs(zone, middle) === after) to = middle;
    else from = middle;
  }
  return to;
};

/**
 * Returns the instant when clocks in `zone` show `minutes` after midnight on `date` (C17). If clocks skip that time in
 * spring, returns the first instant after the gap. If the time occurs twice in fall, returns the first one. Throws
 * RangeError if the zone is invalid.
 */
export const atLocalMinutes = (date: LocalDate, minutes: number, zone: string): Date => {
  const wall = utcOf(date).getTime() + minutes * MINUTE;
  const before = offsetMs(zone, wall - DAY);
  const after = offsetMs(zone, wall + DAY);
  const found = [wall - before, wall - after]
    .filter((instant) => instant + offsetMs(zone, instant) === wall)
    .toSorted((a, b) => a - b)[0];
  return new Date(found ?? changeBetween(wall - after, wall - before, zone));
};

/**
 * Returns the instant when a calendar day ends in `zone`: the first instant of the next day. Something that is valid
 * through a day is valid at every earlier instant.
 */
export const endOfDay = (date: LocalDate, zone: string): Date => atLocalMinutes(addDays(date, 1), 0, zone);

/** Like `atLocalMinutes`, but takes a time such as '10:30'. */
export const atLocalTime = (date: LocalDate, time: string, zone: string): Date =>
  atLocalMinutes(date, minutesOf(time), zone);

/** Formats a calendar day, or the day of an instant in `zone`, as 'Nov 6, 2026'. */
export function formatDate(date: LocalDate): string;
export function formatDate(instant: Date, zone: string): string;
export function formatDate(when: LocalDate | Date, zone = 'UTC'): string {
  const date = when instanceof Date ? localDateOf(when, zone) : when;
  const [year = '', month = '', day = ''] = date.split('-');
  return `${MONTHS[Number(month) - 1] ?? month} ${Number(day)}, ${year}`;
}

/** Formats a calendar day as 'Nov 6'. */
export const formatMonthDay = (date: LocalDate): string => formatDate(date).replace(/, \d+$/, '');

/** Formats minutes after midnight as '10:00 AM'. */
export const formatTimeOfDay = (minutes: number): string => {
  const hour = Math.floor(minutes / 60) % 24;
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** Formats an instant as 'Nov 6, 2026 Fri 10:00 AM' in the time of `zone`. */
export const formatDateTime = (instant: Date, zone: string): string => {
  const { date, minutes, weekday } = localTimeOf(instant, zone);
  return `${formatDate(date)} ${WEEKDAYS[weekday] ?? ''} ${formatTimeOfDay(minutes)}`;
};
