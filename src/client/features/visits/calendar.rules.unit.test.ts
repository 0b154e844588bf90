import { describe, expect, test } from 'vitest';
import { localDate } from '#shared/primitives/local-date.ts';
import { daysShown, hoursShown, inLanes, instantAt, moved, placeOf } from './calendar.rules.ts';

const ZONE = 'America/Boise';
const TUESDAY = localDate('2026-12-01');

test('a place is what the company’s clocks show, also when they change', () => {
  expect(placeOf('2026-12-01T18:00:00.000Z', ZONE)).toEqual({ day: TUESDAY, minutes: 11 * 60 });
  for (const at of ['2027-03-12T17:00:00.000Z', '2027-03-15T16:00:00.000Z']) {
    expect(placeOf(at, ZONE).minutes).toBe(600);
    expect(instantAt(placeOf(at, ZONE), ZONE)).toBe(at);
  }
});

test('a week begins on Sunday, and a day is alone', () => {
  expect(daysShown(TUESDAY, true)[0]).toBe('2026-11-29');
  expect(daysShown(TUESDAY, true)).toHaveLength(7);
  expect(daysShown(TUESDAY, false)).toEqual([TUESDAY]);
});

test('early and late visits widen the hours', () => {
  expect(hoursShown([], ZONE)).toEqual({ from: 8, to: 18 });
  const early = { startsAt: '2026-12-01T13:30:00.000Z', endsAt: '2026-12-01T14:30:00.000Z' };
  const late = { startsAt: '2026-12-02T03:00:00.000Z', endsAt: '2026-12-02T04:15:00.000Z' };
  expect(hoursShown([early, late], ZONE)).toEqual({ from: 6, to: 22 });
});

describe('moving', () => {
  const days = daysShown(TUESDAY, true);
  test.each([
    [{ days: 1 }, '2026-12-02', 660],
    [{ days: 9 }, '2026-12-05', 660],
    [{ days: -9 }, '2026-11-29', 660],
    [{ minutes: 30 }, '2026-12-01', 690],
    [{ minutes: 44 }, '2026-12-01', 690],
    [{ minutes: -2000 }, '2026-12-01', 0],
    [{ minutes: 2000 }, '2026-12-01', 1410],
  ])('by %o', (by, day, minutes) => {
    expect(moved({ day: TUESDAY, minutes: 660 }, by, { days, step: 30 })).toEqual({ day, minutes });
  });
});

test('what overlaps is side by side, and what follows has the whole width again', () => {
  const at = (from: number, to: number) => ({
    startsAt: new Date(Date.UTC(2026, 11, 1, from)).toISOString(),
    endsAt: new Date(Date.UTC(2026, 11, 1, to)).toISOString(),
  });
  const lanes = inLanes([at(9, 11), at(10, 12), at(11, 13), at(14, 15)]).map(({ lane, lanes: of }) => [lane, of]);
  expect(lanes).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ]);
});
