import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTextHours } from '#core/platform/us-data/text-hours-by-state.ts';
import { zipsBeginning } from '#core/platform/us-data/us-zips.ts';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import { referenceOpen, STATES, wallTime } from '../../../../test/text-hours-reference.ts';
import { clocksChange, DAYS_5_YEARS, daysThatMatter, START, timesMore } from '../../../../test/days-that-matter.ts';
import { closesAt, isLawful, isOpen, nextOpening, type RecipientPlace, type SendWindow } from './may-text-now.rules.ts';

const hours = loadTextHours();
const zonesByState = new Map<string, Set<string>>();
for (const { state, zone } of zipsBeginning())
  zonesByState.set(state, (zonesByState.get(state) ?? new Set()).add(zone));
const US_ZONES = [...new Set([...zonesByState.values()].flatMap((zones) => [...zones]))];

const instant = fc
  .integer({ min: 0, max: DAYS_5_YEARS * 24 * 60 })
  .map((minutes) => new Date(START + minutes * MINUTE));
const zones = fc.uniqueArray(fc.constantFrom(...US_ZONES), { minLength: 1, maxLength: 3 });
const states = fc.uniqueArray(fc.constantFrom(...STATES), { minLength: 0, maxLength: 3 });

/** Asserts that `nextOpening` returns the first open minute according to the reference implementation. */
const proveOpening = (place: RecipientPlace, at: Date, checkZones = place.zones): Date => {
  const opening = nextOpening(place, at, hours);
  const open = (when: Date) => referenceOpen(checkZones, place.states, when);
  const told = () => `${JSON.stringify(place)} ${at.toISOString()} → ${opening.at.toISOString()}`;
  if (opening.at < at || !open(opening.at)) throw new Error(`closed at its opening: ${told()}`);
  if (opening.at > at && (open(at) || open(new Date(opening.at.getTime() - MINUTE))))
    throw new Error(`opened too late: ${told()}`);
  if ((opening.moved === null) !== (opening.at.getTime() === at.getTime())) throw new Error(`wrong words: ${told()}`);
  return opening.at;
};

describe('C14 C15 hours of automated texts', () => {
  it('over five years, in every zone of every state, each permitted time is within hours and the earliest possible', () => {
    const proved = new Set<string>();
    for (const state of STATES) {
      const own = [...(zonesByState.get(state) ?? [])];
      for (const [turn, day] of daysThatMatter(state).entries()) {
        // 607 and 1440 have no common factor, so over the years, every minute of the day is tested.
        const at = new Date(START + day * DAY + ((day * 607) % 1440) * MINUTE);
        for (const zone of clocksChange(day) ? own : own.slice(turn % own.length, (turn % own.length) + 1)) {
          proveOpening({ zones: [zone], states: [state] }, at);
          proved.add(`${state} ${zone}`);
        }
      }
    }
    expect(proved.size).toBe([...zonesByState.values()].reduce((sum, own) => sum + own.size, 0));
  }, 60_000);

  it('C16 applies every zone and every state together', () => {
    fc.assert(
      fc.property(zones, states, instant, (inZones, inStates, at) => {
        const place = { zones: inZones, states: inStates };
        const opening = proveOpening(place, at);
        expect(isOpen(place, at, hours)).toBe(referenceOpen(inZones, inStates, at));
        expect(isOpen(place, opening, hours)).toBe(true);
      }),
      { numRuns: timesMore(300) },
    );
  });

  it('C16 an unknown zone waits until hours are open in every zone from Eastern to Hawaii', () => {
    const known = US_ZONES.filter((zone) => zone !== 'America/Puerto_Rico');
    fc.assert(
      fc.property(instant, (at) => {
        const opening = nextOpening({ zones: [], states: [] }, at, hours);
        for (const zone of known) expect(referenceOpen([zone], [], opening.at)).toBe(true);
        const before = new Date(opening.at.getTime() - MINUTE);
        expect(opening.at > at && referenceOpen(known, [], before)).toBe(false);
      }),
      { numRuns: timesMore(50) },
    );
  });

  it('C15 on both days of a DST change texts are sent from 10:00, or noon on Sunday, to 20:00', () => {
    for (const zone of US_ZONES)
      for (const day of [
        '2026-11-01',
        '2027-03-14',
        '2027-11-07',
        '2028-03-12',
        '2028-11-05',
        '2029-03-11',
        '2030-03-10',
        '2031-11-02',
      ]) {
        const opening = proveOpening({ zones: [zone], states: [] }, new Date(`${day}T12:00:00Z`));
        expect(wallTime(opening, zone)).toBe(`${day} 12:00`);
        expect(wallTime(closesAt({ zones: [zone], states: [] }, opening, hours), zone)).toBe(`${day} 20:00`);
      }
  });

  it('T11 closesAt is the end of the current hours', () => {
    fc.assert(
      fc.property(zones, states, instant, (inZones, inStates, at) => {
        const place = { zones: inZones, states: inStates };
        const opening = nextOpening(place, at, hours).at;
        const end = closesAt(place, opening, hours);
        expect(referenceOpen(inZones, inStates, new Date(end.getTime() - 1))).toBe(true);
        expect(referenceOpen(inZones, inStates, end)).toBe(false);
        expect(end.getTime() - opening.getTime()).toBeLessThanOrEqual(10 * 60 * MINUTE);
      }),
      { numRuns: timesMore(150) },
    );
  });

  it('T11 closesAt refuses a time outside hours', () => {
    expect(() =>
      closesAt({ zones: ['America/Boise'], states: ['ID'] }, new Date('2026-11-06T05:00:00Z'), hours),
    ).toThrow(RangeError);
  });
});

describe('C15 a company can narrow the hours, never widen them', () => {
  const company = fc
    .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 48 }))
    .filter(([from, to]) => from < to)
    .map(([from, to]) => {
      const time = (half: number) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
      return { from: time(from), to: time(to), zone: 'America/Denver' };
    });

  it('are open only if both the company’s hours and the reference are', () => {
    fc.assert(
      fc.property(company, zones, states, instant, (window, inZones, inStates, at) => {
        const time = wallTime(at, window.zone).slice(11);
        const ours = time >= window.from && time < window.to && referenceOpen([window.zone], [], at);
        expect(isOpen({ zones: inZones, states: inStates }, at, hours, window)).toBe(
          ours && referenceOpen(inZones, inStates, at),
        );
      }),
      { numRuns: timesMore(150) },
    );
  });

  it('throws if no time is permitted within 14 days, instead of searching forever', () => {
    const place = { zones: ['America/New_York', 'Pacific/Honolulu'], states: [] };
    const zone = 'America/New_York';
    expect(() => nextOpening(place, new Date(START), hours, { from: '10:00', to: '11:00', zone })).toThrow(RangeError);
    expect(() => nextOpening(place, new Date(START), hours, { from: '06:00', to: '08:00', zone })).toThrow(RangeError);
  });

  it('a company’s hours apply only in the zone of the send time, so a phone from another zone still has permitted hours', () => {
    const place = { zones: ['America/Boise', 'America/Los_Angeles'], states: ['ID'] };
    const window = { from: '10:00', to: '12:00', zone: 'America/Boise' };
    const opening = nextOpening(place, new Date('2026-11-06T17:00:00Z'), hours, window, 'America/Boise');
    expect(opening.at.toISOString()).toBe('2026-11-06T18:00:00.000Z');
    expect(closesAt(place, opening.at, hours, window).toISOString()).toBe('2026-11-06T19:00:00.000Z');
  });

  it('refuses hours that end before they start', () => {
    expect(() =>
      isOpen({ zones: ['America/Boise'], states: [] }, new Date(START), hours, {
        from: '18:00',
        to: '09:00',
        zone: 'America/Boise',
      }),
    ).toThrow(RangeError);
  });
});

describe('C14 a text typed by the contractor', () => {
  const boise = { zones: ['America/Boise'], states: ['ID'] };
  it('follows the legal hours, not the C15 hours', () => {
    expect(isLawful(boise, new Date('2026-11-06T15:00:00Z'), hours)).toBe(true);
    expect(isOpen(boise, new Date('2026-11-06T15:00:00Z'), hours)).toBe(false);
    expect(isLawful(boise, new Date('2026-11-06T14:59:00Z'), hours)).toBe(false);
    expect(isLawful(boise, new Date('2026-11-07T03:59:00Z'), hours)).toBe(true);
    expect(isLawful(boise, new Date('2026-11-07T04:00:00Z'), hours)).toBe(false);
    expect(isLawful({ zones: ['America/Chicago'], states: ['AL'] }, new Date('2026-11-08T18:00:00Z'), hours)).toBe(
      false,
    );
  });
});

describe('C17 explanations for the contractor', () => {
  const moved = (place: RecipientPlace, at: string, window?: SendWindow) =>
    nextOpening(place, new Date(at), hours, window).moved;
  const boise = { zones: ['America/Boise'], states: ['ID'] };

  it('say why a step moved, within the day or to another day', () => {
    expect(moved(boise, '2026-11-08T17:00:00Z')).toBe('Moved from 10:00 AM: no texts before noon on Sundays.');
    expect(moved(boise, '2026-11-06T15:00:00Z')).toBe('Moved from 8:00 AM: no texts before 10:00 AM.');
    expect(moved(boise, '2026-11-07T03:30:00Z')).toBe('Moved from Nov 6, 8:30 PM: no texts after 8:00 PM.');
    expect(moved(boise, '2026-11-06T17:00:00Z')).toBeNull();
  });

  it('name the state if its Sunday ban, holiday or hours are the cause', () => {
    expect(moved({ zones: ['America/Chicago'], states: ['AL'] }, '2026-11-08T18:00:00Z')).toBe(
      'Moved from Nov 8, 12:00 PM: no texts on Sundays in Alabama.',
    );
    expect(moved({ zones: ['America/Chicago'], states: ['LA'] }, '2027-02-09T16:00:00Z')).toBe(
      'Moved from Feb 9, 10:00 AM: no texts on Mardi Gras in Louisiana.',
    );
    expect(moved({ zones: ['America/New_York'], states: ['RI'] }, '2026-11-06T23:30:00Z')).toBe(
      'Moved from Nov 6, 6:30 PM: no texts after 6:00 PM in Rhode Island.',
    );
    expect(moved({ zones: ['America/New_York'], states: ['RI'] }, '2026-11-07T22:30:00Z')).toBe(
      'Moved from Nov 7, 5:30 PM: no texts after 5:00 PM on Saturdays in Rhode Island; no texts on Sundays in Rhode Island.',
    );
    expect(moved({ zones: ['America/Chicago'], states: ['SD'] }, '2026-11-07T16:00:00Z')).toBe(
      'Moved from Nov 7, 10:00 AM: no texts on Saturdays in South Dakota; no texts on Sundays in South Dakota.',
    );
  });

  it('name the other zone, the unknown zone and the company’s own hours', () => {
    expect(
      moved({ zones: ['America/Boise', 'America/Los_Angeles'], states: ['ID', 'WA'] }, '2026-11-06T17:00:00Z'),
    ).toBe('Moved from 10:00 AM: no texts before 10:00 AM, Pacific time.');
    expect(
      nextOpening({ zones: [], states: [] }, new Date('2026-11-06T17:00:00Z'), hours, undefined, 'America/Boise').moved,
    ).toBe(
      'Moved from 10:00 AM: we don’t know the job’s ZIP code, so texts are held until it’s daytime from New York to Hawaii.',
    );
    expect(moved(boise, '2026-11-06T17:00:00Z', { from: '12:00', to: '17:00', zone: 'America/Boise' })).toBe(
      'Moved from 10:00 AM: your sending hours start at noon.',
    );
  });
});
