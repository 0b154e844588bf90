import { formatTimeOfDay, type LocalDate, minutesOf, weekdayOf } from '../../primitives/local-date.ts';
import type { TextHours, DayWindow, StateHours } from './text-hours-by-state.schema.ts';
import { holidaysOfYear } from './holidays.rules.ts';

/**
 * C15: the hours of automated texts at the homeowner's place, 'HH:MM'; `from` Monday to Saturday, `sundayFrom` on
 * Sundays. A state may allow less, and a company may narrow them, never widen.
 */
export const WIDEST_HOURS = { from: '10:00', sundayFrom: '12:00', until: '20:00' } as const;

/**
 * A company's own sending hours, 'HH:MM' in `zone`, in which the recipient's send time is read: they may narrow the
 * window, never widen it.
 */
export interface SendWindow {
  from: string;
  to: string;
  zone: string;
}

/** Which hours bind a text: `product` is C15 and the law, `law` only the law (a text that a person types). */
export type Basis = 'product' | 'law';

/** What decides about one calendar day. */
export interface DayRules {
  states: readonly string[];
  hours: TextHours;
  companyWindow?: Omit<SendWindow, 'zone'> | undefined;
  basis: Basis;
}

interface Bound {
  minutes: number;
  why: string;
}

/** When a day is open for texts, and why not earlier or later; or why it is closed. In words for the contractor. */
export type DayPlan = { open: true; from: Bound; to: Bound } | { open: false; why: string };

const SUNDAY = 0;
const SATURDAY = 6;
const closed = (why: string): DayPlan => ({ open: false, why });

/** C15: 10 to 20 Monday to Saturday, 12 to 20 on Sunday. */
const PRODUCT: DayWindow = { from: minutesOf(WIDEST_HOURS.from), to: minutesOf(WIDEST_HOURS.until) };
const PRODUCT_SUNDAY: DayWindow = { ...PRODUCT, from: minutesOf(WIDEST_HOURS.sundayFrom) };
const productWindow = (weekday: number): DayWindow => (weekday === SUNDAY ? PRODUCT_SUNDAY : PRODUCT);

const rowOf = (row: Pick<StateHours, 'weekday' | 'saturday' | 'sunday'>, weekday: number): DayWindow | null => {
  if (weekday === SUNDAY) return row.sunday;
  return weekday === SATURDAY ? row.saturday : row.weekday;
};

const onDays = (weekday: number): string => {
  if (weekday === SUNDAY) return ' on Sundays';
  return weekday === SATURDAY ? ' on Saturdays' : '';
};
const clock = (minutes: number): string => (minutes === 12 * 60 ? 'noon' : formatTimeOfDay(minutes));

const holidayCache = new WeakMap<TextHours, Map<string, Map<LocalDate, string>>>();

const holidayName = (hours: TextHours, setName: string, date: LocalDate): string | undefined => {
  const cache = holidayCache.get(hours) ?? new Map<string, Map<LocalDate, string>>();
  holidayCache.set(hours, cache);
  const key = `${setName} ${date.slice(0, 4)}`;
  const days = cache.get(key) ?? holidaysOfYear(hours.holidaySets, setName, Number(date.slice(0, 4)));
  cache.set(key, days);
  return days.get(date);
};

const closedInState = (row: StateHours, hours: TextHours, date: LocalDate): string | undefined => {
  const weekday = weekdayOf(date);
  if (rowOf(row, weekday) === null) return `no texts${onDays(weekday) || ' on weekdays'} in ${row.name}`;
  if (row.holiday === 'same' || row.holidaySet === null) return undefined;
  const holiday = holidayName(hours, row.holidaySet, date);
  return holiday === undefined ? undefined : `no texts on ${holiday} in ${row.name}`;
};

const narrow = (plan: { from: Bound; to: Bound }, { from, to }: { from: Bound; to: Bound }) => ({
  from: from.minutes > plan.from.minutes ? from : plan.from,
  to: to.minutes < plan.to.minutes ? to : plan.to,
});

const bounds = ({ from, to }: DayWindow, where: string) => ({
  from: { minutes: from, why: `no texts before ${clock(from)}${where}` },
  to: { minutes: to, why: `no texts after ${clock(to)}${where}` },
});

const basisBounds = (basis: Basis, hours: TextHours, weekday: number) => {
  const window = basis === 'product' ? productWindow(weekday) : rowOf(hours.federal, weekday);
  const { from, to } = bounds(window ?? { from: 0, to: 0 }, '');
  return basis === 'product' && weekday === SUNDAY
    ? { from: { ...from, why: `${from.why} on Sundays` }, to }
    : { from, to };
};

const stateBounds = (row: StateHours, weekday: number) => {
  const window = rowOf(row, weekday);
  const special = window?.from !== row.weekday?.from || window?.to !== row.weekday?.to;
  return bounds(window ?? { from: 0, to: 0 }, `${special ? onDays(weekday) : ''} in ${row.name}`);
};

const companyBounds = ({ from, to }: Omit<SendWindow, 'zone'>) => ({
  from: { minutes: minutesOf(from), why: `your sending hours start at ${clock(minutesOf(from))}` },
  to: { minutes: minutesOf(to), why: `your sending hours end at ${clock(minutesOf(to))}` },
});

/** The hours of a weekday under C15, the federal row and the rows of states; they end before they start where closed. */
const usualHours = (weekday: number, rows: readonly StateHours[], hours: TextHours, basis: Basis) => {
  const plan = narrow(basisBounds(basis, hours, weekday), basisBounds('law', hours, weekday));
  return rows.reduce((before, row) => narrow(before, stateBounds(row, weekday)), plan);
};

/** A usual week of automated texts in a state; null stands for no texts on that day. */
export interface UsualWeek {
  weekday: DayWindow | null;
  saturday: DayWindow | null;
  sunday: DayWindow | null;
  /** Whether the state closes its holidays. */
  closedOnHolidays: boolean;
}

/** The week that C15 and the row of a state leave; a state without a row counts as federal. */
export const usualWeek = (state: string | null, hours: TextHours): UsualWeek => {
  const row = state === null ? undefined : hours.states[state];
  const on = (weekday: number): DayWindow | null => {
    const { from, to } = usualHours(weekday, row ? [row] : [], hours, 'product');
    return from.minutes < to.minutes ? { from: from.minutes, to: to.minutes } : null;
  };
  return {
    weekday: on(1),
    saturday: on(SATURDAY),
    sunday: on(SUNDAY),
    closedOnHolidays: row !== undefined && row.holiday === null,
  };
};

/**
 * The part of a calendar day in which texts may go out: the product's window (C15), the federal row, the row of
 * every state and the company's own hours, all at once (`howToRead` of the file). A state without a row counts
 * as federal. Throws RangeError on a company window that ends before it starts.
 */
export const planDay = (date: LocalDate, { states, hours, companyWindow, basis }: DayRules): DayPlan => {
  const weekday = weekdayOf(date);
  const rows = states.flatMap((state) => hours.states[state] ?? []);
  for (const row of rows) {
    const why = closedInState(row, hours, date);
    if (why !== undefined) return closed(why);
  }
  let plan = usualHours(weekday, rows, hours, basis);
  if (companyWindow !== undefined) {
    if (minutesOf(companyWindow.from) >= minutesOf(companyWindow.to))
      throw new RangeError('sending hours end before they start');
    plan = narrow(plan, companyBounds(companyWindow));
  }
  if (plan.from.minutes >= plan.to.minutes) return closed(`${plan.to.why} and ${plan.from.why}`);
  return { open: true, ...plan };
};
