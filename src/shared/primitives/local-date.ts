import { tzOffset } from '@date-fns/tz/tzOffset';
import { DAY, MINUTE } from './durations.ts';

/** A calendar day without a time or a zone, 'YYYY-MM-DD'. */
export type LocalDate = string & { readonly kind: 'local-date' };

/** What a clock on the wall says. `minutes` after midnight; `weekday` 0 is Sunday, 6 Saturday. */
export interface LocalTime {
  date: LocalDate;
  minutes: number;
  weekday: number;
}

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The same wall time read as if it were UTC: lets calendar arithmetic work without a zone. */
const utcOf = (date: LocalDate): Date => new Date(`${date}T00:00:00Z`);
const dayOf = (utc: Date): LocalDate => utc.toISOString().slice(0, 10) as LocalDate;

/** Reads 'YYYY-MM-DD'. Throws RangeError where that is no day of the calendar. */
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

/** What the clocks in `zone` say at an instant. Throws RangeError on a zone that is none. */
export const localTimeOf = (instant: Date, zone: string): LocalTime => {
  const wall = new Date(instant.getTime() + offsetMs(zone, instant.getTime()));
  return {
    date: dayOf(wall),
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
};

/** The calendar day that it is in `zone` at an instant. */
export const localDateOf = (instant: Date, zone: string): LocalDate => localTimeOf(instant, zone).date;

/** The day `days` calendar days later (earlier where negative). */
export const addDays = (date: LocalDate, days: number): LocalDate => {
  const moved = utcOf(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return dayOf(moved);
};

/** Whole days from one calendar day to another; negative where `to` is the earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((utcOf(to).getTime() - utcOf(from).getTime()) / DAY);

/** Day of the week of a calendar day, 0 is Sunday. */
export const weekdayOf = (date: LocalDate): number => utcOf(date).getUTCDay();

const TIME_OF_DAY = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** Minutes after midnight of 'HH:MM', from '00:00' to '24:00'. Throws RangeError on anything else. */
export const minutesOf = (time: string): number => {
  const match = TIME_OF_DAY.exec(time);
  if (!match) throw new RangeError(`not a time of day: ${time}`);
  return match[1] === undefined ? 24 * 60 : Number(match[1]) * 60 + Number(match[2]);
};

/** The first instant at which the offset that holds at `late` holds, between `early` (another offset) and `late`. */
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
 * The instant at which the clocks in `zone` show `minutes` after midnight on `date`. Where the clocks skip that
 * time in spring it is the first instant after the gap; where they show it twice in autumn, the first of the two
 * (C17). Throws RangeError on a zone that is none.
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

/** As `atLocalMinutes`, for a time as 'HH:MM'. */
export const atLocalTime = (date: LocalDate, time: string, zone: string): Date =>
  atLocalMinutes(date, minutesOf(time), zone);

/** A calendar day as 'Nov 6, 2026'; of an instant, the day that it is in `zone`. */
export function formatDate(date: LocalDate): string;
export function formatDate(instant: Date, zone: string): string;
export function formatDate(when: LocalDate | Date, zone = 'UTC'): string {
  const date = when instanceof Date ? localDateOf(when, zone) : when;
  const [year = '', month = '', day = ''] = date.split('-');
  return `${MONTHS[Number(month) - 1] ?? month} ${Number(day)}, ${year}`;
}

/** 'Nov 6' of a calendar day. */
export const formatMonthDay = (date: LocalDate): string => formatDate(date).replace(/, \d+$/, '');

/** '10:00 AM' of minutes after midnight. */
export const formatTimeOfDay = (minutes: number): string => {
  const hour = Math.floor(minutes / 60) % 24;
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** An instant as 'Nov 6, 2026 Fri 10:00 AM', read on the clocks of `zone`. */
export const formatDateTime = (instant: Date, zone: string): string => {
  const { date, minutes, weekday } = localTimeOf(instant, zone);
  return `${formatDate(date)} ${WEEKDAYS[weekday] ?? ''} ${formatTimeOfDay(minutes)}`;
};
