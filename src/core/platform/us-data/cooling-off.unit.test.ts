import { describe, expect, it, test } from 'vitest';
import { cancelForm, cancelStatement, lastDayToCancel } from '#shared/features/estimates/cooling-off.rules.ts';
import { localDate, type LocalDate } from '#shared/primitives/local-date.ts';
import { cancelPeriodOf, isFederalHoliday, loadCoolingOff } from './index.ts';

const { examples, federal, federalHolidays } = loadCoolingOff();

describe('C28 the right to cancel', () => {
  test.each(examples)('signed $signed, $businessDays business days: $lastDay ($why)', (example) => {
    const period = { businessDays: example.businessDays, saturdayCounts: true };
    expect(lastDayToCancel(localDate(example.signed), period, isFederalHoliday)).toBe(example.lastDay);
  });

  it('uses the longest period of the job’s state, or three business days', () => {
    const days = ['CA', 'MD', 'ND', 'AK', 'NY', 'ID', null].map((state) => cancelPeriodOf(state).businessDays);
    expect(days).toEqual([5, 7, 15, 5, 3, 3, 3]);
    expect(cancelPeriodOf('CA').saturdayCounts).toBe(false);
    expect(lastDayToCancel(localDate('2026-11-20'), cancelPeriodOf('CA'), isFederalHoliday)).toBe('2026-11-30');
  });

  test.each(Object.entries(federalHolidays.years))('has the federal holidays of %s', (year, holidays) => {
    const days = new Set(holidays.flatMap(({ date, observed }) => [date, observed]));
    for (let at = Date.UTC(Number(year), 0, 1); at <= Date.UTC(Number(year), 11, 30); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      expect([day, isFederalHoliday(day as LocalDate)]).toEqual([day, days.has(day)]);
    }
  });

  it('fills in the form with the days, the deadline and the street address', () => {
    expect(cancelStatement(federal.statement, 5)).toContain('midnight of the fifth business day');
    const form = cancelForm(federal.form, {
      businessDays: 7,
      transactionDate: 'Nov 20, 2026',
      deadline: 'Monday, Nov 30, 2026',
      company: 'Acme Fence',
      address: '1 Main St, Boise, ID 83702',
    }).join('\n');
    expect(form).toContain('within SEVEN BUSINESS DAYS from the above date');
    expect(form).toContain('Date of transaction: Nov 20, 2026');
    expect(form).toContain(
      'to Acme Fence, at 1 Main St, Boise, ID 83702, NOT LATER THAN MIDNIGHT OF Monday, Nov 30, 2026.',
    );
    expect(form).not.toMatch(/[{}]/);
  });
});
