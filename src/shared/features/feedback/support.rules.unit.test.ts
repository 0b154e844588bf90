import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../primitives/durations.ts';
import { businessTimeBetween, supportFigures } from './support.rules.ts';

const at = (text: string): Date => new Date(text);
const isHoliday = (day: string): boolean => day === '2026-11-26';
const between = (from: string, to: string): number => businessTimeBetween(at(from), at(to), isHoliday);

test.each([
  ['within a day', '2026-11-16T14:00:00Z', '2026-11-16T20:00:00Z', 6 * HOUR],
  ['Friday 3 PM to Monday 3 PM', '2026-11-20T20:00:00Z', '2026-11-23T20:00:00Z', DAY],
  ['Saturday to Monday midnight', '2026-11-21T17:00:00Z', '2026-11-24T05:00:00Z', DAY],
  ['over Thanksgiving', '2026-11-25T20:00:00Z', '2026-11-27T20:00:00Z', DAY],
  ['a weekend alone', '2026-11-21T17:00:00Z', '2026-11-22T17:00:00Z', 0],
  ['over the end of daylight saving time, which is a Sunday', '2026-10-30T16:00:00Z', '2026-11-02T17:00:00Z', DAY],
  ['nothing', '2026-11-16T14:00:00Z', '2026-11-16T14:00:00Z', 0],
])('business time %s', (_name, from, to, expected) => {
  expect(between(from, to)).toBe(expected);
});

test('the figures count waiting and overdue messages, and give the median answer time', () => {
  const now = at('2026-11-18T20:00:00Z');
  const answered = (writtenAt: string, answeredAt: string) => ({
    writtenAt: at(writtenAt),
    answeredAt: at(answeredAt),
  });
  const waiting = (writtenAt: string) => ({ writtenAt: at(writtenAt), answeredAt: null });
  const figures = supportFigures(
    [
      answered('2026-11-16T14:00:00Z', '2026-11-16T16:00:00Z'),
      answered('2026-11-16T14:00:00Z', '2026-11-16T18:00:00Z'),
      answered('2026-11-12T14:00:00Z', '2026-11-16T18:00:00Z'),
      waiting('2026-11-18T19:00:00Z'),
      waiting('2026-11-16T19:00:00Z'),
    ],
    now,
    isHoliday,
  );
  expect(figures).toEqual({ waiting: 2, overdue: 1, answered: 3, inTime: 2, medianHours: 4 });
  expect(supportFigures([], now, isHoliday)).toMatchObject({ medianHours: null, waiting: 0 });
});
