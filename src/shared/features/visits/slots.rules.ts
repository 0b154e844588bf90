import { HOUR, MINUTE } from '../../primitives/durations.ts';
import {
  addDays,
  atLocalMinutes,
  type LocalDate,
  localDateOf,
  localTimeOf,
  minutesOf,
  weekdayOf,
} from '../../primitives/local-date.ts';
import { type Place, travelMinutes } from './travel.rules.ts';
import type { VisitSettings } from './visits.schema.ts';

/** A time when a member isn't free: a visit, or something in the member's own calendar. */
export interface Taken {
  startsAt: Date;
  endsAt: Date;
  /** Where it is. Undefined if that isn't known. */
  place: Place;
  /** Whether it counts toward `maxPerDay`. Visits do, other appointments don't. */
  isVisit: boolean;
}

/** What decides about the slots of one member. */
export interface SlotQuestion {
  settings: Omit<VisitSettings, 'enabled'>;
  /** The company's time zone, whose clocks the hours follow. */
  zone: string;
  now: Date;
  /** Where the new visit is. */
  place: Place;
  taken: readonly Taken[];
  /** Whether a homeowner asks. The notice binds only homeowners. */
  byHomeowner: boolean;
}

/**
 * Why a visit can't start at a time. 'taken': another appointment is too close, or the day is full. 'outside': it's
 * outside the hours or not at one of their steps. 'soon': the notice. 'far': the horizon.
 */
export type SlotRefusal = 'past' | 'soon' | 'far' | 'outside' | 'taken';

/**
 * Returns the starts of the hours' steps on a day, in order. A time that clocks skip in spring isn't one. A time that
 * they show twice in fall is the first one.
 */
const startsOn = (date: LocalDate, { settings, zone }: Pick<SlotQuestion, 'settings' | 'zone'>): Date[] => {
  const weekday = weekdayOf(date);
  const starts = settings.hours
    .filter((hours) => hours.weekday === weekday)
    .flatMap(({ from, to }) => {
      const end = atLocalMinutes(date, minutesOf(to), zone).getTime();
      const found: number[] = [];
      for (let minutes = minutesOf(from); minutes < minutesOf(to); minutes += settings.stepMinutes) {
        const start = atLocalMinutes(date, minutes, zone);
        const isShown = localTimeOf(start, zone).minutes === minutes;
        if (isShown && start.getTime() + settings.lengthMinutes * MINUTE <= end) found.push(start.getTime());
      }
      return found;
    });
  return [...new Set(starts)].toSorted((a, b) => a - b).map((start) => new Date(start));
};

/** Whether a day's hours have a step at this time, so that `startsOn` has it. */
function isStart(start: Date, { settings, zone }: SlotQuestion): boolean {
  const { date, minutes, weekday } = localTimeOf(start, zone);
  // of a time that clocks show twice, only the first one counts
  if (atLocalMinutes(date, minutes, zone).getTime() !== start.getTime()) return false;
  const end = start.getTime() + settings.lengthMinutes * MINUTE;
  return settings.hours.some(
    (hours) =>
      hours.weekday === weekday &&
      minutes >= minutesOf(hours.from) &&
      (minutes - minutesOf(hours.from)) % settings.stepMinutes === 0 &&
      end <= atLocalMinutes(date, minutesOf(hours.to), zone).getTime(),
  );
}

/** Returns the end of a visit that starts at `start`. */
export const endOfVisit = (start: Date, { lengthMinutes }: Pick<VisitSettings, 'lengthMinutes'>): Date =>
  new Date(start.getTime() + lengthMinutes * MINUTE);

/** Whether the day has as many visits as one member takes. */
const isFull = (date: LocalDate, { settings, taken, zone }: SlotQuestion): boolean =>
  taken.filter(({ isVisit, startsAt }) => isVisit && localDateOf(startsAt, zone) === date).length >= settings.maxPerDay;

/** Whether a visit at `start` leaves enough time for the way from and to each other appointment. */
function isApart(start: Date, { settings, taken, place }: SlotQuestion): boolean {
  const end = endOfVisit(start, settings);
  return taken.every((other) => {
    const way = travelMinutes(settings.travel, place, other.place) * MINUTE;
    return end.getTime() + way <= other.startsAt.getTime() || start.getTime() >= other.endsAt.getTime() + way;
  });
}

/** Returns why the time is too early or too late, apart from the hours. */
function isWrongTime(start: Date, { settings, zone, now, byHomeowner }: SlotQuestion): SlotRefusal | null {
  if (start.getTime() <= now.getTime()) return 'past';
  if (byHomeowner && start.getTime() < now.getTime() + settings.noticeHours * HOUR) return 'soon';
  return localDateOf(start, zone) > addDays(localDateOf(now, zone), settings.horizonDays) ? 'far' : null;
}

/** Returns why a visit can't start at this time, or null if it can. Throws RangeError if the zone is invalid. */
export function whyNotAt(start: Date, question: SlotQuestion): SlotRefusal | null {
  const wrong = isWrongTime(start, question);
  if (wrong !== null) return wrong;
  const date = localDateOf(start, question.zone);
  if (!isStart(start, question)) return 'outside';
  return isFull(date, question) || !isApart(start, question) ? 'taken' : null;
}

/**
 * Returns the times when a visit can start, from the day `from` to the day `to` in the company's zone, both included.
 * They are the times for which `whyNotAt` returns null.
 */
export function freeSlots({ from, to, ...question }: SlotQuestion & { from: LocalDate; to: LocalDate }): Date[] {
  const slots: Date[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (isFull(date, question)) continue;
    for (const start of startsOn(date, question))
      if (isWrongTime(start, question) === null && isApart(start, question)) slots.push(start);
  }
  return slots;
}

/** Whether the homeowner can still move or cancel a visit. Once the notice has begun, only the company can. */
export const isBeforeNotice = (
  { startsAt, now }: { startsAt: Date; now: Date },
  { noticeHours }: Pick<VisitSettings, 'noticeHours'>,
): boolean => now.getTime() < startsAt.getTime() - noticeHours * HOUR || (noticeHours === 0 && now < startsAt);
