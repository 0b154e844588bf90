import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTextHours } from '#core/platform/us-data/text-hours-by-state.ts';
import { zipsBeginning } from '#core/platform/us-data/us-zips.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { referenceOpen, STATES, wallTime } from '../../../../test/text-hours-reference.ts';
import { clockDays, DAYS_5_YEARS, everyDay, START, timesMore } from '../../../../test/days-that-matter.ts';
import { followUpDueDates, isTooLate } from './due-dates.rules.ts';

const hours = loadTextHours();
const US_ZONES = [...new Set([...zipsBeginning()].map(({ zone }) => zone))];
/** Every combination of a state and one of its zones. */
const PLACES = [...new Set([...zipsBeginning()].map(({ state, zone }) => `${state} ${zone}`))].map((place) => {
  const [state = '', zone = ''] = place.split(' ');
  return { state, zone };
});
const daysBetween = (from: string, to: string): number =>
  (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY;
const activatedAt = fc
  .integer({ min: 0, max: DAYS_5_YEARS * 24 * 60 })
  .map((minutes) => new Date(START + minutes * MINUTE));
const days = fc
  .uniqueArray(fc.integer({ min: 1, max: 365 }), { minLength: 1, maxLength: 5 })
  .map((list) => list.toSorted((a, b) => a - b));
const closeDays = fc
  .uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 2, maxLength: 5 })
  .map((list) => list.toSorted((a, b) => a - b));
const sendTime = fc.constantFrom('00:00', '07:30', '10:00', '13:15', '19:59', '20:00', '23:45');

const text = { sendTime: '10:00', windowed: true, hours };

describe('spec:9.18 follow-up dates are today plus N days', () => {
  it('C17 10:00 stays 10:00 local time, N calendar days later, for five years in every US zone', () => {
    const wrong: string[] = [];
    for (const zone of US_ZONES)
      for (const n of clockDays({ before: 9 })) {
        const activated = new Date(START + n * DAY + ((n * 607) % 1440) * MINUTE);
        const today = wallTime(activated, zone);
        const place = { zones: [zone], states: [] };
        const [due] = followUpDueDates({
          ...text,
          windowed: false,
          days: [1 + (n % 9)],
          activatedAt: activated,
          zone,
          place,
        });
        const wall = wallTime(due?.dueAt ?? activated, zone);
        if (wall.slice(11) !== '10:00' || daysBetween(today, wall) !== 1 + (n % 9))
          wrong.push(`${zone} ${today} → ${wall}`);
      }
    expect(wrong).toEqual([]);
  }, 30_000);

  it('emails are never moved, regardless of send time and place', () => {
    fc.assert(
      fc.property(
        activatedAt,
        days,
        sendTime,
        fc.constantFrom(...US_ZONES),
        fc.constantFrom(...STATES),
        (at, list, time, zone, state) => {
          const due = followUpDueDates({
            days: list,
            activatedAt: at,
            sendTime: time,
            zone,
            windowed: false,
            place: { zones: [zone], states: [state] },
            hours,
          });
          expect(due.map(({ day, moved }) => [day, moved])).toEqual(list.map((day) => [day, null]));
          for (const { day, dueAt } of due) expect(daysBetween(wallTime(at, zone), wallTime(dueAt, zone))).toBe(day);
        },
      ),
    );
  });
});

describe('C17 texts move into texting hours', () => {
  it('in every state each step is within hours, in order, 4 hours apart, and never early', () => {
    fc.assert(
      fc.property(
        activatedAt,
        fc.oneof(days, closeDays),
        sendTime,
        // The job's zone, and a second zone if the phone's area code is in a different one (C16).
        fc.uniqueArray(fc.constantFrom(...US_ZONES), { minLength: 1, maxLength: 2 }),
        fc.uniqueArray(fc.constantFrom(...STATES), { maxLength: 2 }),
        fc.boolean(),
        (at, list, time, zones, states, known) => {
          const [zone = ''] = zones;
          const place = { zones: known ? zones : [], states };
          const input = { days: list, activatedAt: at, sendTime: time, zone, place, hours };
          const wanted = followUpDueDates({ ...input, windowed: false });
          const due = followUpDueDates({ ...input, windowed: true });
          for (const [index, step] of due.entries()) {
            const bound = known ? zones : ['America/New_York', 'Pacific/Honolulu'];
            expect(referenceOpen(bound, states, step.dueAt)).toBe(true);
            const asked = wanted[index]?.dueAt.getTime() ?? 0;
            expect(step.dueAt.getTime()).toBeGreaterThanOrEqual(asked);
            expect(step.moved === null).toBe(step.dueAt.getTime() === asked);
            expect(daysBetween(wallTime(at, zone), wallTime(new Date(asked), zone))).toBe(step.day);
            const before = due[index - 1]?.dueAt.getTime() ?? 0;
            expect(step.dueAt.getTime() - before).toBeGreaterThanOrEqual(4 * HOUR);
          }
        },
      ),
      { numRuns: timesMore(200) },
    );
  });

  it('in every state around every DST change and holiday season for five years', () => {
    const wrong: string[] = [];
    const around = ['02-26', '03-08', '03-11', '05-22', '07-01', '08-30', '10-30', '11-03', '11-22', '12-22', '12-29'];
    for (const [turn, { state, zone }] of PLACES.entries())
      for (let year = 2026; year < 2032; year += 1)
        for (const from of around) {
          // Each place is tested in each season of two of the six years, because each year covers a third of the
          // places.
          if (!everyDay && (turn + year) % 3 !== 0) continue;
          const activated = new Date(`${year}-${from}T18:00:00Z`);
          const place = { zones: [zone], states: [state] };
          const due = followUpDueDates({ ...text, days: [1, 2, 3, 5, 8], activatedAt: activated, zone, place });
          for (const [index, { day, dueAt, moved }] of due.entries()) {
            const wall = wallTime(dueAt, zone);
            const days = daysBetween(wallTime(activated, zone), wall);
            const early = index > 0 && dueAt.getTime() - (due[index - 1]?.dueAt.getTime() ?? 0) < 4 * HOUR;
            const stays = moved !== null || (wall.endsWith(' 10:00') && days === day);
            if (early || !stays || days < day || !referenceOpen([zone], [state], dueAt))
              wrong.push(`${state} ${zone} ${from}: ${wall}`);
          }
        }
    expect(wrong).toEqual([]);
  }, 30_000);

  it('match the design examples: Friday at 10:00, Sunday at noon, Thursday at 10:00', () => {
    const due = followUpDueDates({
      ...text,
      days: [1, 3, 7],
      activatedAt: new Date('2026-11-05T18:00:00Z'),
      zone: 'America/Boise',
      place: { zones: ['America/Boise'], states: ['ID'] },
    });
    expect(due.map(({ day, dueAt, moved }) => [day, wallTime(dueAt, 'America/Boise'), moved])).toEqual([
      [1, '2026-11-06 10:00', null],
      [3, '2026-11-08 12:00', 'Moved from 10:00 AM: no texts before noon on Sundays.'],
      [7, '2026-11-12 10:00', null],
    ]);
  });

  it('two steps on a closed weekend and Monday’s step are 4 hours apart', () => {
    const due = followUpDueDates({
      ...text,
      days: [1, 2, 3],
      activatedAt: new Date('2026-11-06T18:00:00Z'),
      zone: 'America/Chicago',
      place: { zones: ['America/Chicago'], states: ['SD'] },
    });
    expect(due.map(({ dueAt }) => wallTime(dueAt, 'America/Chicago'))).toEqual([
      '2026-11-09 10:00',
      '2026-11-09 14:00',
      '2026-11-09 18:00',
    ]);
    expect(due[2]?.moved).toBe('Moved from 10:00 AM: texts are sent at least 4 hours apart.');
  });

  it('the day is the recipient’s, even if it’s already the next day at the company', () => {
    const due = followUpDueDates({
      ...text,
      days: [1],
      activatedAt: new Date('2026-11-06T04:30:00Z'),
      zone: 'America/Los_Angeles',
      place: { zones: ['America/Los_Angeles'], states: ['CA'] },
    });
    expect(wallTime(due[0]?.dueAt ?? new Date(0), 'America/Los_Angeles')).toBe('2026-11-06 10:00');
  });
});

describe('C17 a late step', () => {
  it('is too late after more than 72 hours', () => {
    const due = new Date('2026-11-06T17:00:00Z');
    expect(isTooLate(due, new Date(due.getTime() + 72 * HOUR))).toBe(false);
    expect(isTooLate(due, new Date(due.getTime() + 72 * HOUR + 1))).toBe(true);
    expect(isTooLate(due, new Date(due.getTime() - HOUR))).toBe(false);
  });
});
