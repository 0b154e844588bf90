import { describe, expect, it } from 'vitest';
import { loadTextHours } from '#core/platform/us-data/text-hours-by-state.ts';
import { addDays, localDate, type LocalDate } from '#shared/primitives/local-date.ts';
import { isHoliday } from '../../../../test/text-hours-reference.ts';
import { holidaysOfYear } from './holidays.rules.ts';

const { holidaySets } = loadTextHours();

/**
 * 5 U.S.C. 6103 with observed days, copied from `us-cooling-off.json`. Another test checks that file against a package.
 */
const FEDERAL: Record<number, string> = {
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 12-24 12-25 12-31',
  2028: '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-11 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-11 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2031: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
};

describe('C14 holidays', () => {
  it('are the federal holidays and their observed days', () => {
    for (const [year, days] of Object.entries(FEDERAL))
      expect(
        [...holidaysOfYear(holidaySets, 'US', Number(year)).keys()]
          .toSorted()
          .map((day) => day.slice(5))
          .join(' '),
      ).toBe(days);
  });

  it('of every state match an independent table, day by day over six years', () => {
    for (const set of Object.keys(holidaySets)) {
      const known = new Set<LocalDate>();
      for (let year = 2026; year <= 2031; year += 1)
        for (const day of holidaysOfYear(holidaySets, set, year).keys()) known.add(day);
      for (let day = localDate('2026-01-01'); day < '2032-01-01'; day = addDays(day, 1))
        expect(`${set} ${day} ${known.has(day)}`).toBe(`${set} ${day} ${isHoliday(set, day)}`);
    }
  });

  it('have names that say if a day is only the observed day', () => {
    const louisiana = holidaysOfYear(holidaySets, 'LA', 2027);
    expect(louisiana.get(localDate('2027-02-09'))).toBe('Mardi Gras');
    expect(louisiana.get(localDate('2027-12-24'))).toBe('Christmas Day (observed)');
    expect(holidaysOfYear(holidaySets, 'AL', 2027).get(localDate('2027-02-09'))).toBe('Mardi Gras');
  });
});
