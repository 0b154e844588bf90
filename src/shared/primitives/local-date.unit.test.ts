import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallTime } from '../../../test/text-hours-reference.ts';
import {
  addDays,
  atLocalTime,
  formatDate,
  formatDateTime,
  localDate,
  localDateOf,
  localTimeOf,
  minutesOf,
} from './local-date.ts';
import { isTimeZone } from './time-zone.ts';
import { zoneLabel } from './zone-label.ts';

const ZONES = [
  'America/New_York',
  'America/Boise',
  'America/Phoenix',
  'America/Anchorage',
  'America/Adak',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
];
const zone = fc.constantFrom(...ZONES);
const instant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2031-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const day = fc.integer({ min: 0, max: 2_190 }).map((n) => addDays(localDate('2026-01-01'), n));

const twoDigits = (n: number) => String(n).padStart(2, '0');
const hhmm = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

describe('local time', () => {
  it('matches Intl in every zone', () => {
    fc.assert(
      fc.property(instant, zone, (at, where) => {
        const { date, minutes, weekday } = localTimeOf(at, where);
        expect(`${date} ${hhmm(minutes)}`).toBe(wallTime(at, where));
        expect(weekday).toBe(new Date(date).getUTCDay());
      }),
      { numRuns: 2_000 },
    );
  });

  it('C17: 10:00 on any day is 10:00 local time', () => {
    fc.assert(
      fc.property(day, zone, (date, where) => {
        expect(wallTime(atLocalTime(date, '10:00', where), where)).toBe(`${date} 10:00`);
      }),
    );
  });

  it('C17: a skipped time becomes the first instant after the gap', () => {
    const boise = (time: string) => atLocalTime(localDate('2026-03-08'), time, 'America/Boise').toISOString();
    expect(boise('01:59')).toBe('2026-03-08T08:59:00.000Z');
    for (const time of ['02:00', '02:01', '02:30', '02:59', '03:00'])
      expect(boise(time)).toBe('2026-03-08T09:00:00.000Z');
    expect(boise('03:01')).toBe('2026-03-08T09:01:00.000Z');
  });

  it('C17: a repeated time is the first of the two', () => {
    expect(atLocalTime(localDate('2026-11-01'), '01:30', 'America/New_York').toISOString()).toBe(
      '2026-11-01T05:30:00.000Z',
    );
    expect(atLocalTime(localDate('2026-11-01'), '02:00', 'America/New_York').toISOString()).toBe(
      '2026-11-01T07:00:00.000Z',
    );
  });

  it('adds calendar days across months, leap days and both DST changes', () => {
    expect(addDays(localDate('2028-02-28'), 1)).toBe('2028-02-29');
    expect(addDays(localDate('2026-12-31'), 1)).toBe('2027-01-01');
    expect(addDays(localDate('2026-03-07'), 2)).toBe('2026-03-09');
    expect(addDays(localDate('2026-11-02'), -2)).toBe('2026-10-31');
  });

  it('returns the local day, not the day in UTC', () => {
    expect(localDateOf(new Date('2026-11-06T02:00:00Z'), 'America/Boise')).toBe('2026-11-05');
  });

  it('refuses an invalid day, time or zone', () => {
    for (const text of ['2026-02-30', '2026-1-1', '', 'today']) expect(() => localDate(text)).toThrow(RangeError);
    for (const text of ['24:01', '9:00', '10:60', '']) expect(() => minutesOf(text)).toThrow(RangeError);
    expect(() => localTimeOf(new Date(0), 'America/Atlantis')).toThrow(RangeError);
  });
});

describe('dates for people', () => {
  it('spec:9.18 have the format MMM d, yyyy', () => {
    expect(formatDate(localDate('2026-11-06'))).toBe('Nov 6, 2026');
    expect(formatDate(new Date('2026-11-06T02:00:00Z'), 'America/Boise')).toBe('Nov 5, 2026');
  });

  it('show day and time as designed', () => {
    expect(formatDateTime(new Date('2026-11-06T17:00:00Z'), 'America/Boise')).toBe('Nov 6, 2026 Fri 10:00 AM');
    expect(formatDateTime(new Date('2026-11-08T19:00:00Z'), 'America/Boise')).toBe('Nov 8, 2026 Sun 12:00 PM');
    expect(formatDateTime(new Date('2026-11-08T07:05:00Z'), 'America/Boise')).toBe('Nov 8, 2026 Sun 12:05 AM');
  });
});

describe('time zones', () => {
  it('are IANA names that exist', () => {
    for (const name of ['America/Boise', 'America/Indiana/Indianapolis', 'Pacific/Honolulu', 'UTC'])
      expect(isTimeZone(name)).toBe(true);
    for (const name of ['', 'Boise', 'America/Atlantis', '+05:00', 'America/Boise\n', '../etc'])
      expect(isTimeZone(name)).toBe(false);
  });

  it.each([
    ['America/New_York', 'Eastern time', 'hora del este'],
    ['America/Indiana/Indianapolis', 'Eastern time', 'hora del este'],
    ['America/North_Dakota/Center', 'Central time', 'hora central'],
    ['America/Boise', 'Mountain time', 'hora de la montaña'],
    ['America/Phoenix', 'Arizona time', 'hora de Arizona'],
    ['America/Los_Angeles', 'Pacific time', 'hora del Pacífico'],
    ['America/Juneau', 'Alaska time', 'hora de Alaska'],
    ['Pacific/Honolulu', 'Hawaii time', 'hora de Hawái'],
    ['Pacific/Guam', 'Guam time', 'hora de Guam'],
    ['Europe/Berlin', 'Berlin time', 'hora de Berlin'],
    ['UTC', 'UTC', 'UTC'],
  ])('have the names that people use: %s is %s', (zone, english, spanish) => {
    expect(zoneLabel(zone)).toBe(english);
    expect(zoneLabel(zone, 'es')).toBe(spanish);
  });

  it('share a name only if their clocks always agree', () => {
    const clocks = (zone: string) =>
      [0, 3, 6, 9].map(
        (month) =>
          new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
            .formatToParts(Date.UTC(2026, month, 1))
            .find(({ type }) => type === 'timeZoneName')?.value,
      );
    const zones = Intl.supportedValuesOf('timeZone').filter((zone) => /^(America|Pacific)\//.test(zone));
    const named = Map.groupBy(zones, (zone) => zoneLabel(zone));
    const clocksOf = (same: string[]) => new Set(same.map((zone) => JSON.stringify(clocks(zone))));
    expect([...named].filter(([, same]) => clocksOf(same).size > 1)).toEqual([]);
    expect(named.get('Eastern time')).toContain('America/Detroit');
  });
});
