import { DAY } from '#shared/primitives/durations.ts';

/** A range of UTC days ('YYYY-MM-DD') or instants. It includes the first value and excludes the second. */
export type Range<T> = readonly [T, T];

/** How to read a time span: complete UTC months and days from the tallies, and the rest from individual facts. */
export interface Segments {
  months: Range<string>[];
  days: Range<string>[];
  edges: Range<Date>[];
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const monthUp = (time: number): number => {
  const date = new Date(time);
  const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return month === time ? time : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};
const monthDown = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
};

/**
 * Splits a time span into complete UTC months, complete UTC days and the rest. If `hasDays` is false, there are no
 * days. Tallies are in UTC, so daylight saving time and a new company time zone affect only the two ends of the span.
 */
export function segmentsOf({ since, before }: { since: Date; before: Date }, hasDays: boolean): Segments {
  const start = since.getTime();
  const end = before.getTime();
  const firstMonth = monthUp(start);
  const lastMonth = monthDown(end);
  const hasMonths = firstMonth < lastMonth;
  const months: Range<string>[] = hasMonths ? [[dayOf(firstMonth), dayOf(lastMonth)]] : [];
  const rest: Range<number>[] = hasMonths
    ? [
        [start, firstMonth],
        [lastMonth, end],
      ]
    : [[start, end]];
  const parts = rest.filter(([from, to]) => from < to).map((range) => splitDays(range, hasDays));
  return { months, days: parts.flatMap(({ days }) => days), edges: parts.flatMap(({ edges }) => edges) };
}

function splitDays([start, end]: Range<number>, hasDays: boolean): Pick<Segments, 'days' | 'edges'> {
  const firstDay = Math.ceil(start / DAY) * DAY;
  const lastDay = Math.floor(end / DAY) * DAY;
  if (!hasDays || firstDay >= lastDay) return { days: [], edges: [[new Date(start), new Date(end)]] };
  const edges: Range<number>[] = [
    [start, firstDay],
    [lastDay, end],
  ];
  return {
    days: [[dayOf(firstDay), dayOf(lastDay)]],
    edges: edges.filter(([from, to]) => from < to).map(([from, to]) => [new Date(from), new Date(to)] as const),
  };
}
