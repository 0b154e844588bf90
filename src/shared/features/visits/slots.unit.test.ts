import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../primitives/durations.ts';
import { addDays, localDate, localDateOf, localTimeOf, minutesOf, weekdayOf } from '../../primitives/local-date.ts';
import { freeSlots, isBeforeNotice, type SlotQuestion, type Taken, whyNotAt } from './slots.rules.ts';
import { travelMinutes } from './travel.rules.ts';
import { DEFAULT_VISIT_SETTINGS } from './visits.schema.ts';

const BOISE = 'America/Boise';
const visit = (from: string, to: string): Taken => ({
  startsAt: new Date(from),
  endsAt: new Date(to),
  place: undefined,
  isVisit: true,
});
const question = (change: Partial<SlotQuestion> = {}): SlotQuestion => ({
  settings: {
    hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
    lengthMinutes: 60,
    stepMinutes: 30,
    travel: 30,
    noticeHours: 24,
    horizonDays: 90,
    maxPerDay: 8,
  },
  zone: BOISE,
  now: new Date('2026-11-28T19:00:00Z'),
  place: undefined,
  taken: [],
  byHomeowner: false,
  ...change,
});
const clockIn = (at: Date, zone: string): string => {
  const { minutes } = localTimeOf(at, zone);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};
const slotsOn = (day: string, asked: SlotQuestion): string[] =>
  freeSlots({ ...asked, from: localDate(day), to: localDate(day) }).map((at) => clockIn(at, asked.zone));

describe('the slots of a day', () => {
  test('a visit from 11 to 12 blocks the times that leave less than 30 minutes for the way', () => {
    const taken = [visit('2026-12-01T18:00:00Z', '2026-12-01T19:00:00Z')];
    expect(slotsOn('2026-12-01', question({ taken }))).toEqual([
      '9:00',
      '9:30',
      '12:30',
      '13:00',
      '13:30',
      '14:00',
      '14:30',
      '15:00',
      '15:30',
      '16:00',
    ]);
  });

  test.each([
    ['a day with as many visits as allowed has none', { maxPerDay: 1 }, []],
    [
      'without travel, visits may follow each other',
      { travel: 0, stepMinutes: 60 },
      ['9', '10', '12', '13', '14', '15', '16'],
    ],
    ['a visit that doesn’t fit before closing isn’t offered', { lengthMinutes: 240, stepMinutes: 60 }, ['13']],
  ])('%s', (_rule, change, hours) => {
    const taken = [visit('2026-12-01T18:00:00Z', '2026-12-01T19:00:00Z')];
    const asked = question({ taken });
    const found = slotsOn('2026-12-01', { ...asked, settings: { ...asked.settings, ...change } });
    expect(found).toEqual(hours.map((hour) => `${hour}:00`));
  });

  test('another appointment blocks its time, but doesn’t count as a visit', () => {
    const asked = question({ taken: [{ ...visit('2026-12-01T18:00:00Z', '2026-12-01T19:00:00Z'), isVisit: false }] });
    expect(slotsOn('2026-12-01', { ...asked, settings: { ...asked.settings, maxPerDay: 1 } })).toContain('12:30');
  });

  test('two time ranges on one day with the same times are offered once', () => {
    const asked = question();
    const hours = [
      { weekday: 2, from: '09:00', to: '11:00' },
      { weekday: 2, from: '10:00', to: '12:00' },
    ];
    expect(slotsOn('2026-12-01', { ...asked, settings: { ...asked.settings, hours, stepMinutes: 60 } })).toEqual([
      '9:00',
      '10:00',
      '11:00',
    ]);
  });
});

describe('changes of clocks', () => {
  const weekly = question({ now: new Date('2027-03-01T00:00:00Z') });
  test.each([
    ['2027-03-12', '2027-03-12T17:00:00.000Z'],
    ['2027-03-14', '2027-03-14T16:00:00.000Z'],
    ['2027-03-15', '2027-03-15T16:00:00.000Z'],
  ])('10:00 in Boise on %s is %s', (day, instant) => {
    const slots = freeSlots({ ...weekly, from: localDate(day), to: localDate(day) });
    expect(slots.map((at) => at.toISOString())).toContain(instant);
  });

  test.each([
    ['2026-10-30', '2026-10-30T16:00:00.000Z'],
    ['2026-11-02', '2026-11-02T17:00:00.000Z'],
  ])('in fall, 10:00 in Boise on %s is %s', (day, instant) => {
    const asked = question({ now: new Date('2026-10-20T00:00:00Z') });
    const slots = freeSlots({ ...asked, from: localDate(day), to: localDate(day) });
    expect(slots.map((at) => at.toISOString())).toContain(instant);
  });

  const atNight = (day: string) => {
    const asked = question({ now: new Date(Date.parse(day) - 7 * DAY) });
    const hours = [{ weekday: weekdayOf(localDate(day)), from: '00:00', to: '05:00' }];
    return { ...asked, settings: { ...asked.settings, hours, stepMinutes: 60, travel: 0 } };
  };
  test('a time that clocks skip isn’t offered', () => {
    expect(slotsOn('2027-03-14', atNight('2027-03-14'))).toEqual(['0:00', '1:00', '3:00', '4:00']);
  });
  test('a time that clocks show twice is offered once', () => {
    expect(slotsOn('2026-11-01', atNight('2026-11-01'))).toEqual(['0:00', '1:00', '2:00', '3:00', '4:00']);
  });
});

describe('why a time is refused', () => {
  const now = new Date('2026-12-01T16:00:00Z');
  const taken = [visit('2026-12-02T18:00:00Z', '2026-12-02T19:00:00Z')];
  test.each([
    ['2026-12-01T16:00:00Z', false, 'past'],
    ['2026-12-01T17:00:00Z', false, null],
    ['2026-12-01T17:00:00Z', true, 'soon'],
    ['2026-12-02T16:00:00Z', true, null],
    ['2026-12-02T15:30:00Z', false, 'outside'],
    ['2026-12-02T16:10:00Z', false, 'outside'],
    ['2026-12-02T23:30:00Z', false, 'outside'],
    ['2026-12-02T18:30:00Z', false, 'taken'],
    ['2027-03-01T17:00:00Z', false, null],
    ['2027-03-02T17:00:00Z', false, 'far'],
  ] as const)('%s (by a homeowner: %s): %s', (at, byHomeowner, refusal) => {
    expect(whyNotAt(new Date(at), question({ now, taken, byHomeowner }))).toBe(refusal);
  });

  test('a homeowner can move or cancel until the notice begins', () => {
    const startsAt = new Date('2026-12-02T18:00:00Z');
    const at = (time: string) => isBeforeNotice({ startsAt, now: new Date(time) }, { noticeHours: 24 });
    expect([at('2026-12-01T17:59:59Z'), at('2026-12-01T18:00:00Z')]).toEqual([true, false]);
    expect(isBeforeNotice({ startsAt, now: new Date(startsAt.getTime() - 1) }, { noticeHours: 0 })).toBe(true);
    expect(isBeforeNotice({ startsAt, now: startsAt }, { noticeHours: 0 })).toBe(false);
  });
});

describe('travel', () => {
  test.each([
    ['the same place', [-116.2, 43.6], 10],
    // about 19.9 miles to the west: × 1.3 ÷ 30 mph
    ['about 20 miles away', [-116.596, 43.6], 52],
    ['an unknown place', undefined, 30],
  ] as const)('to %s', (_where, to, minutes) => {
    expect(travelMinutes('auto', [-116.2, 43.6], to)).toBe(minutes);
    expect(travelMinutes(25, [-116.2, 43.6], to)).toBe(25);
  });
});

const zones = fc.constantFrom(BOISE, 'America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'America/Anchorage');
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const settings = fc.record({
  hours: fc.array(
    fc
      .tuple(fc.nat(6), fc.nat(1_439), fc.integer({ min: 15, max: 900 }))
      .map(([weekday, from, long]) => ({ weekday, from: clock(from), to: clock(Math.min(from + long, 1_440)) })),
    { maxLength: 10 },
  ),
  lengthMinutes: fc.integer({ min: 15, max: 240 }),
  stepMinutes: fc.integer({ min: 5, max: 60 }),
  travel: fc.oneof(fc.constant('auto' as const), fc.nat(120)),
  noticeHours: fc.nat(336),
  horizonDays: fc.integer({ min: 1, max: 90 }),
  maxPerDay: fc.integer({ min: 1, max: 8 }),
});
const somewhere = fc.option(
  fc.tuple(fc.double({ min: -117, max: -116, noNaN: true }), fc.double({ min: 43, max: 44, noNaN: true })),
  { nil: undefined },
);
/** Weeks around both changes of clocks, and others. */
const nows = fc
  .tuple(fc.constantFrom('2026-10-28', '2027-03-10', '2026-12-01', '2027-11-04'), fc.nat(6 * 24 * 60))
  .map(([day, minutes]) => new Date(Date.parse(day) + minutes * MINUTE));

/** Whether a time follows the rules, said in another way than the code says it. */
const isRight = (at: Date, { settings: chosen, zone, now, place, taken, byHomeowner }: SlotQuestion): boolean => {
  const { weekday, minutes } = localTimeOf(at, zone);
  const end = at.getTime() + chosen.lengthMinutes * MINUTE;
  return (
    chosen.hours.some(
      (hours) =>
        hours.weekday === weekday &&
        minutesOf(hours.from) <= minutes &&
        (minutes - minutesOf(hours.from)) % chosen.stepMinutes === 0 &&
        minutes < minutesOf(hours.to),
    ) &&
    at > now &&
    (!byHomeowner || at.getTime() >= now.getTime() + chosen.noticeHours * HOUR) &&
    taken.every((other) => {
      const gap = Math.max(other.startsAt.getTime() - end, at.getTime() - other.endsAt.getTime());
      return gap >= travelMinutes(chosen.travel, place, other.place) * MINUTE;
    })
  );
};

test('with any settings in any zone, a slot is what may be booked, and no other time is', () => {
  const appointments = fc.array(
    fc.tuple(fc.nat(6 * 24 * 12), fc.integer({ min: 1, max: 36 }), somewhere, fc.boolean()),
    {
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(settings, zones, nows, somewhere, fc.boolean(), appointments, (...given) => {
      const [chosen, zone, now, place, byHomeowner, others] = given;
      const taken = others.map(([at, long, where, isVisit]) => {
        const startsAt = new Date(now.getTime() + at * 5 * MINUTE);
        return { startsAt, endsAt: new Date(startsAt.getTime() + long * 5 * MINUTE), place: where, isVisit };
      });
      const asked: SlotQuestion = { settings: chosen, zone, now, place, taken, byHomeowner };
      const from = localDateOf(now, zone);
      const slots = freeSlots({ ...asked, from, to: addDays(from, 5) });
      expect(slots.filter((at) => whyNotAt(at, asked) !== null || !isRight(at, asked))).toEqual([]);
      const found = new Set(slots.map((at) => at.getTime()));
      const times = Array.from({ length: 150 }, (_, step) => new Date(now.getTime() + step * 35 * MINUTE));
      const rounded = times.map((at) => new Date(Math.floor(at.getTime() / (5 * MINUTE)) * 5 * MINUTE));
      const bookable = rounded.filter((at) => whyNotAt(at, asked) === null);
      expect(bookable.filter((at) => !found.has(at.getTime()))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('the settings of a company that saved none are off', () => {
  expect(DEFAULT_VISIT_SETTINGS).toMatchObject({ enabled: false, lengthMinutes: 60, travel: 'auto' });
});
