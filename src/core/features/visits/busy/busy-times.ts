import ICAL from 'ical.js';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import { addDays, atLocalMinutes, type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import { dayOf, onDay, repetitions } from './repeats.ts';

/** A time when a member is busy. */
export interface BusyTime {
  startsAt: Date;
  endsAt: Date;
}

export interface ReadCalendar {
  /** The number of events in the file, each recurring one counted once. */
  events: number;
  /** Without overlaps, soonest first. */
  times: BusyTime[];
}

/** Thrown if the file isn't a calendar or repeats too much. */
export class UnreadableCalendar extends Error {}

const MOST_EVENTS = 20_000;
/** The most repetitions looked at in one file. More than that is an attack or a mistake. */
const MOST_STEPS = 200_000;

interface Window {
  from: Date;
  to: Date;
  /** The zone of times without one, such as whole days. */
  zone: string;
}

/**
 * Reads the times in a calendar file (RFC 5545) when its owner is busy. Events that are canceled or shown as free don't
 * count. Repeating events count with their exceptions. Throws UnreadableCalendar.
 */
export function readBusyTimes(file: string, window: Window): ReadCalendar {
  const calendar = parse(file);
  const all = calendar.getAllSubcomponents('vevent');
  if (all.length > MOST_EVENTS) throw new UnreadableCalendar('too many events');
  const [changed, masters] = [
    all.filter((event) => event.hasProperty('recurrence-id')),
    all.filter((event) => !event.hasProperty('recurrence-id')),
  ];
  const changes = Map.groupBy(changed, uidOf);
  const changesOf = (event: ICAL.Component) => (changes.size === 0 ? [] : (changes.get(uidOf(event)) ?? []));
  const reading: Reading = { window, zones: new Map(), days: new Map(), steps: 0 };
  const times = [
    ...masters.flatMap((event) => timesOf(event, changesOf(event), reading)),
    // A changed occurrence is an event of its own.
    ...changed.flatMap((event) => (isBusy(event) ? within(spanOf(event, reading), window) : [])),
  ];
  return { events: masters.length, times: merged(times) };
}

interface Reading {
  window: Window;
  /** The zones that this machine knows, by the name in the file. */
  zones: Map<string, boolean>;
  /** When days begin, by zone and day. Null if the clocks change on the day. */
  days: Map<string, number | null>;
  steps: number;
}

function parse(file: string): ICAL.Component {
  try {
    const component = new ICAL.Component(ICAL.parse(file) as unknown[]);
    if (component.name === 'vcalendar') return component;
  } catch {
    // reported below
  }
  throw new UnreadableCalendar('not a calendar');
}

const textOf = (event: ICAL.Component, name: string): string => {
  const value: unknown = event.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : '';
};
const uidOf = (event: ICAL.Component): string => textOf(event, 'uid');

const isBusy = (event: ICAL.Component): boolean =>
  textOf(event, 'status').toUpperCase() !== 'CANCELLED' &&
  textOf(event, 'transp').toUpperCase() !== 'TRANSPARENT' &&
  textOf(event, 'x-microsoft-cdo-busystatus').toUpperCase() !== 'FREE';

const timeIn = (event: ICAL.Component, name: string): ICAL.Time | null => {
  const value: unknown = event.getFirstPropertyValue(name);
  return value instanceof ICAL.Time ? value : null;
};

/** An event's first time, and its length in milliseconds. */
interface Span {
  start: ICAL.Time;
  startsAt: number;
  length: number;
  /** The IANA zone to reckon in, if the file has no rules of its own for the event's zone. */
  zone: string | null;
}

function spanOf(event: ICAL.Component, reading: Reading): Span | null {
  const start = timeIn(event, 'dtstart');
  if (!start) return null;
  const zone = zoneOf(event, start, reading);
  const startsAt = instantOf(start, zone, reading);
  const end = timeIn(event, 'dtend');
  const duration: unknown = event.getFirstPropertyValue('duration');
  const length = end
    ? instantOf(end, zone, reading) - startsAt
    : duration instanceof ICAL.Duration
      ? duration.toSeconds() * 1000
      : start.isDate
        ? DAY
        : 0;
  return { start, startsAt, length, zone };
}

/** Returns the zone that an event names, if the file doesn't have its rules and this machine knows it. */
function zoneOf(event: ICAL.Component, start: ICAL.Time, { zones }: Reading): string | null {
  if (start.zone !== ICAL.Timezone.localTimezone && start.zone !== null) return null;
  const named = event.getFirstProperty('dtstart')?.getParameter('tzid');
  if (typeof named !== 'string') return null;
  const known = zones.get(named) ?? isZone(named);
  zones.set(named, known);
  return known ? named : null;
}

const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
};

/** Whether a time has no zone with rules in the file. It's then in a zone that this machine knows. */
const floats = ({ isDate, zone }: ICAL.Time): boolean =>
  isDate || zone === ICAL.Timezone.localTimezone || zone === null;

const minutesOf = ({ isDate, hour, minute }: ICAL.Time): number => (isDate ? 0 : hour * 60 + minute);

/** Returns a time in milliseconds since 1970. A time without a zone, or a whole day, is in the company's zone. */
const instantOf = (time: ICAL.Time, zone: string | null, reading: Reading): number =>
  floats(time) ? instantAt(dayOf(time), minutesOf(time), zone, reading) : time.toUnixTime() * 1000;

/** Returns the time of an event's start on another day. */
const instantOn = (day: LocalDate, { start, zone }: Span, reading: Reading): number =>
  floats(start) ? instantAt(day, minutesOf(start), zone, reading) : instantOf(onDay(start, day), zone, reading);

function instantAt(day: LocalDate, minutes: number, zone: string | null, reading: Reading): number {
  const named = zone ?? reading.window.zone;
  const begin = beginOf(day, named, reading);
  return begin === null ? atLocalMinutes(day, minutes, named).getTime() : begin + minutes * MINUTE;
}

/** Looks the clocks up once for each day, because that takes longer than everything else. */
function beginOf(day: LocalDate, zone: string, { days }: Reading): number | null {
  const key = `${zone} ${day}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  const begin = atLocalMinutes(day, 0, zone).getTime();
  const isWhole = atLocalMinutes(addDays(day, 1), 0, zone).getTime() - begin === DAY;
  days.set(key, isWhole ? begin : null);
  return isWhole ? begin : null;
}

/** More than any zone's clocks differ from UTC. */
const MARGIN_DAYS = 2;

/** The days that matter, with a margin for zones. */
const daysOf = ({ from, to }: Window): { from: LocalDate; to: LocalDate } => ({
  from: addDays(localDateOf(from, 'UTC'), -MARGIN_DAYS),
  to: addDays(localDateOf(to, 'UTC'), MARGIN_DAYS),
});

function timesOf(event: ICAL.Component, changes: readonly ICAL.Component[], reading: Reading): BusyTime[] {
  const repeats = event.hasProperty('rrule') || event.hasProperty('rdate');
  const days = daysOf(reading.window);
  // Most events are over, and needn't be read further.
  if (!repeats && isLongOver(event, days.from)) return [];
  const span = isBusy(event) ? spanOf(event, reading) : null;
  if (!span || span.length <= 0) return [];
  if (!repeats) return within(span, reading.window);
  const at = (time: ICAL.Time) => instantOf(time, span.zone, reading);
  const left = new Set([
    ...valuesOf(event, 'exdate').map(at),
    ...changes.flatMap((change) => valuesOf(change, 'recurrence-id').map(at)),
  ]);
  const back = Math.ceil(span.length / DAY);
  const between = { from: addDays(days.from, -back), to: days.to, step: () => count(reading) };
  const starts = [
    span.startsAt,
    ...valuesOf(event, 'rdate').map(at),
    ...event.getAllProperties('rrule').flatMap((property) => {
      const rule: unknown = property.getFirstValue();
      if (!(rule instanceof ICAL.Recur)) return [];
      const found = repetitions({ rule, start: span.start, ...between });
      return 'times' in found ? found.times.map(at) : found.days.map((day) => instantOn(day, span, reading));
    }),
  ];
  return [...new Set(starts)]
    .filter((startsAt) => !left.has(startsAt))
    .flatMap((startsAt) => within({ startsAt, length: span.length }, reading.window));
}

function count(reading: Reading): void {
  reading.steps += 1;
  if (reading.steps > MOST_STEPS) throw new UnreadableCalendar('repeats too much');
}

/** A property as the file has it: its name, its parameters, its type and its values. */
type RawProperty = [name: string, parameters: object, type: string, ...values: unknown[]];

/** Whether an event that doesn't repeat ended before a day. Reads only texts, because there may be thousands. */
function isLongOver({ jCal }: ICAL.Component, from: LocalDate): boolean {
  const properties = (jCal as [string, RawProperty[], unknown])[1];
  const raw = (name: string): string => {
    const value = properties.find(([named]) => named === name)?.[3];
    return typeof value === 'string' ? value : '';
  };
  const duration = raw('duration');
  const lasts = duration === '' ? 0 : ICAL.Duration.fromString(duration).toSeconds() * 1000;
  const end = raw('dtend') || raw('dtstart');
  return end !== '' && lasts <= MARGIN_DAYS * DAY && end.slice(0, 10) < addDays(from, -MARGIN_DAYS);
}

const valuesOf = (event: ICAL.Component, name: string): ICAL.Time[] =>
  event
    .getAllProperties(name)
    .flatMap((property): unknown[] => property.getValues())
    .filter((value) => value instanceof ICAL.Time);

/** The part of a time that is in the window, to the minute. */
function within(span: Pick<Span, 'startsAt' | 'length'> | null, { from, to }: Window): BusyTime[] {
  if (!span || span.length < MINUTE) return [];
  const startsAt = Math.max(span.startsAt, from.getTime());
  const endsAt = Math.min(span.startsAt + span.length, to.getTime());
  return endsAt > startsAt ? [{ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }] : [];
}

/** Joins times that touch or overlap. */
function merged(times: readonly BusyTime[]): BusyTime[] {
  const joined: BusyTime[] = [];
  for (const { startsAt, endsAt } of times.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const last = joined.at(-1);
    if (!last || startsAt > last.endsAt) joined.push({ startsAt, endsAt });
    else if (endsAt > last.endsAt) last.endsAt = endsAt;
  }
  return joined;
}
