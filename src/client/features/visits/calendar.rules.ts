import {
  addDays,
  atLocalMinutes,
  daysBetween,
  type LocalDate,
  localTimeOf,
  weekdayOf,
} from '#shared/primitives/local-date.ts';

/** A place in the calendar: a day, and the minutes after midnight that the company's clocks show. */
export interface CalendarPlace {
  day: LocalDate;
  minutes: number;
}

interface Timed {
  startsAt: string;
  endsAt: string;
}

const DAY_MINUTES = 24 * 60;
/** The hours that are shown although nothing is in them. */
const USUAL = { from: 8, to: 18 };

export const placeOf = (at: string, zone: string): CalendarPlace => {
  const { date: day, minutes } = localTimeOf(new Date(at), zone);
  return { day, minutes };
};

/** Returns the instant of a place, as an ISO text. */
export const instantAt = ({ day, minutes }: CalendarPlace, zone: string): string =>
  atLocalMinutes(day, minutes, zone).toISOString();

/** The days of the week that has this day, from Sunday, or the day alone. */
export const daysShown = (day: LocalDate, week: boolean): LocalDate[] =>
  week ? Array.from({ length: 7 }, (_, index) => addDays(day, index - weekdayOf(day))) : [day];

/** Returns the first and the last hour of the calendar, so that every visit is in it. */
export function hoursShown(visits: readonly Timed[], zone: string): { from: number; to: number } {
  const starts = visits.map(({ startsAt }) => Math.floor(placeOf(startsAt, zone).minutes / 60));
  const ends = visits.map(({ startsAt, endsAt }) => Math.ceil(endMinutes({ startsAt, endsAt }, zone) / 60));
  return { from: Math.min(USUAL.from, ...starts), to: Math.max(USUAL.to, ...ends) };
}

/** When something ends on the day on which it starts, in minutes after midnight. */
export const endMinutes = ({ startsAt, endsAt }: Timed, zone: string): number =>
  Math.min(DAY_MINUTES, placeOf(startsAt, zone).minutes + (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);

/**
 * Returns a place some days and steps away, within the days that are shown and the day's hours. The result is on a step
 * of the visits' starts.
 */
export function moved(
  { day, minutes }: CalendarPlace,
  by: { days?: number; minutes?: number },
  { days, step }: { days: readonly LocalDate[]; step: number },
): CalendarPlace {
  const [first = day, last = day] = [days[0], days.at(-1)];
  const index = Math.min(Math.max(daysBetween(first, day) + (by.days ?? 0), 0), daysBetween(first, last));
  const wanted = Math.round((minutes + (by.minutes ?? 0)) / step) * step;
  return { day: addDays(first, index), minutes: Math.min(Math.max(wanted, 0), DAY_MINUTES - step) };
}

/** A visit with its lane, because several members may have visits at the same time. */
export interface Laned<Item> {
  item: Item;
  lane: number;
  lanes: number;
}

/** Puts things that overlap side by side. */
export function inLanes<Item extends Timed>(items: readonly Item[]): Laned<Item>[] {
  const laned: Laned<Item>[] = [];
  let group: Laned<Item>[] = [];
  let groupEnds = 0;
  for (const item of items.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))) {
    const start = Date.parse(item.startsAt);
    if (start >= groupEnds) group = [];
    const taken = new Set(group.filter((other) => Date.parse(other.item.endsAt) > start).map(({ lane }) => lane));
    let lane = 0;
    while (taken.has(lane)) lane += 1;
    const added = { item, lane, lanes: 1 };
    group.push(added);
    laned.push(added);
    const lanes = Math.max(...group.map((one) => one.lane)) + 1;
    for (const one of group) one.lanes = lanes;
    groupEnds = Math.max(start >= groupEnds ? 0 : groupEnds, Date.parse(item.endsAt));
  }
  return laned;
}
