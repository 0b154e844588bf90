import { describe, expect, test } from 'vitest';
import ICAL from 'ical.js';
import { DAY } from '#shared/primitives/durations.ts';
import { atLocalMinutes } from '#shared/primitives/local-date.ts';
import { readBusyTimes, UnreadableCalendar } from './busy-times.ts';
import { dayOf } from './repeats.ts';

const FROM = new Date('2026-11-28T00:00:00Z');
const window = { from: FROM, to: new Date(FROM.getTime() + 120 * DAY), zone: 'America/Boise' };
const file = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...events, 'END:VCALENDAR'].join('\r\n');
let uids = 0;
const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', `UID:${(uids += 1)}`, 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
const busy = (...events: string[]) =>
  readBusyTimes(file(...events), window).times.map(
    ({ startsAt, endsAt }) => `${startsAt.toISOString().slice(0, 16)} ${endsAt.toISOString().slice(11, 16)}`,
  );

describe('an event', () => {
  test('in UTC, in a zone of the file, in a named zone, and without one', () => {
    expect(busy(event('DTSTART:20261201T170000Z', 'DTEND:20261201T180000Z'))).toEqual(['2026-12-01T17:00 18:00']);
    expect(busy(event('DTSTART;TZID=America/New_York:20261201T120000', 'DURATION:PT90M'))).toEqual([
      '2026-12-01T17:00 18:30',
    ]);
    expect(busy(event('DTSTART:20261201T100000', 'DTEND:20261201T110000'))).toEqual(['2026-12-01T17:00 18:00']);
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Custom',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0200',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n');
    expect(busy(zone, event('DTSTART;TZID=Custom:20261201T190000', 'DTEND;TZID=Custom:20261201T200000'))).toEqual([
      '2026-12-01T17:00 18:00',
    ]);
  });

  test('of a whole day lasts from midnight to midnight on the company’s clocks', () => {
    const { times } = readBusyTimes(file(event('DTSTART;VALUE=DATE:20261201')), window);
    expect(times).toEqual([{ startsAt: new Date('2026-12-01T07:00:00Z'), endsAt: new Date('2026-12-02T07:00:00Z') }]);
  });

  test('that is canceled, free, empty or outside the window doesn’t count', () => {
    const at = ['DTSTART:20261201T170000Z', 'DTEND:20261201T180000Z'];
    expect(busy(event(...at, 'STATUS:CANCELLED'), event(...at, 'TRANSP:TRANSPARENT'))).toEqual([]);
    expect(busy(event(...at, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'), event('DTSTART:20261201T170000Z'))).toEqual([]);
    expect(busy(event('DTSTART:20251201T170000Z', 'DTEND:20251201T180000Z'))).toEqual([]);
  });

  test('joins others that touch it', () => {
    expect(
      busy(
        event('DTSTART:20261201T180000Z', 'DTEND:20261201T190000Z'),
        event('DTSTART:20261201T170000Z', 'DTEND:20261201T180000Z'),
        event('DTSTART:20261201T171500Z', 'DTEND:20261201T173000Z'),
      ),
    ).toEqual(['2026-12-01T17:00 19:00']);
  });
});

describe('a repeating event', () => {
  test('stays at its hour over a change of the clocks, also if it began years ago', () => {
    const weekly = event(
      'DTSTART;TZID=America/Boise:20190104T100000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,FR',
    );
    const found = busy(weekly);
    expect(found).toContain('2027-03-12T17:00 18:00');
    expect(found).toContain('2027-03-15T16:00 17:00');
    expect(found[0]).toBe('2026-11-30T17:00 18:00');
  });

  /** What the library itself finds, one repetition after the other from the beginning. */
  const byLibrary = (rule: string, start: string): string[] => {
    const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(start));
    const found: string[] = [];
    for (let next = iterator.next(); next && next.year < 2028; next = iterator.next()) {
      const at = atLocalMinutes(dayOf(next), next.hour * 60 + next.minute, 'America/Boise');
      if (at >= FROM && at < window.to) found.push(at.toISOString().slice(0, 16));
    }
    return found;
  };

  test.each([
    ['FREQ=DAILY', '2020-01-01'],
    ['FREQ=DAILY;INTERVAL=3', '2020-01-01'],
    ['FREQ=DAILY;COUNT=2600', '2020-01-01'],
    ['FREQ=DAILY;UNTIL=20261215T120000', '2020-01-01'],
    ['FREQ=WEEKLY', '2020-01-07'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', '2020-01-07'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU', '2020-01-07'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=MO', '2020-01-07'],
    ['FREQ=WEEKLY;COUNT=730;BYDAY=MO,WE', '2020-01-06'],
    ['FREQ=WEEKLY;UNTIL=20270104T100000', '2020-01-06'],
    ['FREQ=MONTHLY;BYDAY=1MO', '2020-01-06'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2020-01-31'],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', '2020-12-24'],
  ])('%s is what the library finds', (rule, day) => {
    const basic = day.replaceAll('-', '');
    const found = busy(event(`DTSTART;TZID=America/Boise:${basic}T100000`, 'DURATION:PT30M', `RRULE:${rule}`));
    const expected = byLibrary(rule, `${day}T10:00:00`);
    expect(found.map((text) => text.slice(0, 16))).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
  });

  test('leaves out its exceptions, and has changed ones where they moved to', () => {
    const uid = 'UID:series';
    const master = [
      'BEGIN:VEVENT',
      uid,
      'DTSTART;TZID=America/Boise:20261130T100000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE;TZID=America/Boise:20261201T100000',
      'END:VEVENT',
    ].join('\r\n');
    const moved = [
      'BEGIN:VEVENT',
      uid,
      'RECURRENCE-ID;TZID=America/Boise:20261202T100000',
      'DTSTART;TZID=America/Boise:20261202T140000',
      'DURATION:PT1H',
      'END:VEVENT',
    ].join('\r\n');
    expect(busy(master, moved)).toEqual(['2026-11-30T17:00 18:00', '2026-12-02T21:00 22:00', '2026-12-03T17:00 18:00']);
    expect(readBusyTimes(file(master, moved), window).events).toBe(1);
  });
});

test('what isn’t a calendar, or never ends, is refused', () => {
  for (const text of ['', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'])
    expect(() => readBusyTimes(text, window)).toThrow(UnreadableCalendar);
  const endless = Array.from({ length: 10 }, () =>
    event('DTSTART:19700101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY'),
  );
  expect(() => readBusyTimes(file(...endless), window)).toThrow(UnreadableCalendar);
});

test('2,000 events with repetitions are read within 200 ms', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => {
    const day = String((index % 28) + 1).padStart(2, '0');
    const lines = [`DTSTART;TZID=America/Boise:2024${index % 2 === 0 ? '01' : '06'}${day}T100000`, 'DURATION:PT1H'];
    return event(...lines, ...(index % 10 === 0 ? ['RRULE:FREQ=WEEKLY;BYDAY=MO,WE'] : []));
  });
  const text = file(...many);
  const took = (): number => {
    const begun = process.cpuUsage();
    expect(readBusyTimes(text, window).events).toBe(2_000);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
  // Time on the processor, and the best of several, because other tests run at the same time.
  let best = took();
  for (let tries = 0; tries < 20 && best >= 200; tries += 1) best = Math.min(best, took());
  expect(best).toBeLessThan(200);
});
