/** The time zone to display a date in. Defaults to the browser's time zone. Instants are ISO 8601 strings. */
type Zone = string | undefined;

const formats = new Map<string, Intl.DateTimeFormat>();

const format = (name: string, options: Intl.DateTimeFormatOptions, zone: Zone): Intl.DateTimeFormat => {
  const key = `${name} ${zone ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
  formats.set(key, made);
  return made;
};

const plain = (text: string): string => text.replaceAll('\u202f', ' ');
const date = (at: string | Date): Date => (typeof at === 'string' ? new Date(at) : at);

/** Formats a day: 'Nov 5, 2026'. */
export const formatDay = (at: string | Date, zone?: Zone): string =>
  format('day', { month: 'short', day: 'numeric', year: 'numeric' }, zone).format(date(at));

/** Returns the last day of free access. `end` is the following midnight, so 1 ms before `end` is still on that day. */
export const lastDay = (end: string, zone?: Zone): string => formatDay(new Date(Date.parse(end) - 1), zone);

/** Formats a calendar day ('2026-11-05'), which has no time zone, as 'Nov 5, 2026'. */
export const formatCalendarDay = (day: string): string => formatDay(`${day.slice(0, 10)}T12:00:00Z`, 'UTC');

/** Formats a time: '10:00 AM'. */
export const formatTime = (at: string | Date, zone?: Zone): string =>
  plain(format('time', { hour: 'numeric', minute: '2-digit' }, zone).format(date(at)));

/** Formats an instant: 'Nov 6, 2026 Fri 10:00 AM'. */
export const formatDayTime = (at: string | Date, zone?: Zone): string =>
  `${formatDay(at, zone)} ${format('weekday', { weekday: 'short' }, zone).format(date(at))} ${formatTime(at, zone)}`;

const DAY_MS = 86_400_000;

/**
 * Formats a past instant: 'Today, 8:51 AM', 'Yesterday, 4:18 PM', otherwise 'Nov 3, 4:18 PM'. Includes the year if it
 * isn't the current year.
 */
export const formatMoment = (at: string | Date, now: Date, zone?: Zone): string => {
  const day = formatDay(at, zone);
  const time = formatTime(at, zone);
  if (day === formatDay(now, zone)) return `Today, ${time}`;
  if (day === formatDay(new Date(now.getTime() - DAY_MS), zone)) return `Yesterday, ${time}`;
  const year = `, ${String(format('year', { year: 'numeric' }, zone).format(now))}`;
  return `${day.endsWith(year) ? day.slice(0, -year.length) : day}, ${time}`;
};

const WEEK_DAYS = 6;

/** Formats a future instant: 'today 10:00 AM', 'tomorrow', within a week 'Fri 10:00 AM', otherwise 'Nov 16, 2026'. */
export const formatSoon = (at: string | Date, now: Date, zone?: Zone): string => {
  const day = formatDay(at, zone);
  const inDays = (days: number) => formatDay(new Date(now.getTime() + days * DAY_MS), zone);
  if (day === inDays(0)) return `today ${formatTime(at, zone)}`;
  if (day === inDays(1)) return 'tomorrow';
  const soon = date(at).getTime() < now.getTime() + WEEK_DAYS * DAY_MS;
  return soon ? `${format('weekday', { weekday: 'short' }, zone).format(date(at))} ${formatTime(at, zone)}` : day;
};

/**
 * Like `formatSoon`, but always with the time: 'today at 10:00 AM', 'tomorrow at 10:00 AM', otherwise 'Nov 16, 2026 at
 * 10:00 AM'.
 */
export const formatSoonTime = (at: string | Date, now: Date, zone?: Zone): string => {
  const day = formatDay(at, zone);
  const inDays = (days: number) => formatDay(new Date(now.getTime() + days * DAY_MS), zone);
  const near = new Map([
    [inDays(0), 'today'],
    [inDays(1), 'tomorrow'],
  ]).get(day);
  return `${near ?? day} at ${formatTime(at, zone)}`;
};

/** Returns this browser's time zone. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
