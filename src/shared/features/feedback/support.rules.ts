import { atLocalMinutes, localDateOf, addDays, type LocalDate, weekdayOf } from '../../primitives/local-date.ts';
import { DAY } from '../../primitives/durations.ts';

/** The time zone that defines our business days. */
export const SUPPORT_ZONE = 'America/New_York';

/** The Pro plan promises an answer within one business day. A business day counts as 24 hours. */
export const PROMISED = DAY;

type IsHoliday = (day: LocalDate) => boolean;

/**
 * Returns the business time between two instants, in milliseconds. Business days are Monday to Friday in
 * `SUPPORT_ZONE`, except federal holidays. A business day always counts as 24 hours, even if the clocks change. For
 * example, one business day after Friday at 3 PM is Monday at 3 PM. One business day after any time on Saturday is the
 * end of Monday.
 */
export function businessTimeBetween(from: Date, to: Date, isHoliday: IsHoliday): number {
  let sum = 0;
  for (let day = localDateOf(from, SUPPORT_ZONE); ; day = addDays(day, 1)) {
    const begins = atLocalMinutes(day, 0, SUPPORT_ZONE).getTime();
    if (begins >= to.getTime()) return sum;
    const weekday = weekdayOf(day);
    if (weekday === 0 || weekday === 6 || isHoliday(day)) continue;
    const ends = atLocalMinutes(addDays(day, 1), 0, SUPPORT_ZONE).getTime();
    const within = Math.min(to.getTime(), ends) - Math.max(from.getTime(), begins);
    // a day with a clock change has 23 or 25 hours, which count as 24
    if (within > 0) sum += (within * DAY) / (ends - begins);
  }
}

/** A message from a Pro company: when it was written, and when it was first answered. */
export interface Promised {
  writtenAt: Date;
  answeredAt: Date | null;
}

/**
 * How quickly support answered, compared with the promise (`PROMISED`). `medianHours` is the median time to an answer
 * in business hours, 24 per business day. It's null if no message was answered.
 */
export interface SupportFigures {
  waiting: number;
  overdue: number;
  answered: number;
  inTime: number;
  medianHours: number | null;
}

const HOURS = DAY / 24;

/**
 * Computes the figures for messages from Pro companies. A message should be answered within one business day. After
 * that, a message without an answer is overdue, and an answer no longer counts as in time.
 */
export function supportFigures(messages: readonly Promised[], now: Date, isHoliday: IsHoliday): SupportFigures {
  const taken = messages.map(({ writtenAt, answeredAt }) => ({
    answered: answeredAt !== null,
    time: businessTimeBetween(writtenAt, answeredAt ?? now, isHoliday),
  }));
  const answers = taken
    .filter(({ answered }) => answered)
    .map(({ time }) => time)
    .toSorted((a, b) => a - b);
  const waits = taken.filter(({ answered }) => !answered);
  const half = (answers.length - 1) / 2;
  const median = ((answers[Math.floor(half)] ?? 0) + (answers[Math.ceil(half)] ?? 0)) / 2;
  return {
    waiting: waits.length,
    overdue: waits.filter(({ time }) => time > PROMISED).length,
    answered: answers.length,
    inTime: answers.filter((time) => time <= PROMISED).length,
    medianHours: answers.length === 0 ? null : Math.round((median / HOURS) * 10) / 10,
  };
}
