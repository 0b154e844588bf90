import { addDays, atLocalMinutes, daysBetween, type LocalDate, localDate } from '../../primitives/local-date.ts';

/** A period of calendar days in the company's time zone. `from` and `to` are inclusive. */
export interface Period {
  from: LocalDate;
  to: LocalDate;
}

export const LONGEST_PERIOD_DAYS = 7_305;
export const periodDays = ({ from, to }: Period): number => daysBetween(from, to) + 1;

/** Whether a string is a valid calendar day within the range that reports support. */
export const isDay = (text: string): boolean => {
  try {
    return localDate(text) >= '1990-01-01' && text <= '2200-12-31';
  } catch {
    return false;
  }
};

/**
 * Returns the comparison period: the same number of days just before, or the same days a year earlier (Feb 29 becomes
 * Feb 28).
 */
export const periodBefore = (period: Period, compare: 'previous' | 'year'): Period =>
  compare === 'year'
    ? { from: yearEarlier(period.from), to: yearEarlier(period.to) }
    : { from: addDays(period.from, -periodDays(period)), to: addDays(period.from, -1) };

const yearEarlier = (day: LocalDate): LocalDate => {
  const text = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return isDay(text) ? localDate(text) : localDate(`${text.slice(0, 8)}28`);
};

/** Returns a period's start (inclusive) and end (exclusive) in a time zone, as instants. */
export const instantsOf = ({ from, to }: Period, zone: string): { since: Date; before: Date } => ({
  since: atLocalMinutes(from, 0, zone),
  before: atLocalMinutes(addDays(to, 1), 0, zone),
});

/** Returns the first day of a month and its number of days. */
export const monthOf = (day: LocalDate): { first: LocalDate; days: number } => {
  const first = localDate(`${day.slice(0, 7)}-01`);
  const next = addDays(first, 31);
  return { first, days: daysBetween(first, localDate(`${next.slice(0, 7)}-01`)) };
};

/** Returns how many of a month's days are in the period. The month begins on `first`. */
export const daysOfMonthIn = (first: LocalDate, { from, to }: Period): number => {
  const last = addDays(first, monthOf(first).days - 1);
  const begins = from > first ? from : first;
  const ends = to < last ? to : last;
  return Math.max(0, daysBetween(begins, ends) + 1);
};
