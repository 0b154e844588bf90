import { formatTimeOfDay, type LocalDate, minutesOf, weekdayOf } from '../../primitives/local-date.ts';
import type { TextHours, DayWindow, StateHours } from './text-hours-by-state.schema.ts';
import { holidaysOfYear } from './holidays.rules.ts';

/**
 * C15: the hours for automated texts in the homeowner's zone, as 'HH:MM'. `from` applies from Monday to Saturday,
 * `sundayFrom` on Sundays. State laws and company settings can narrow these hours but never widen them.
 */
export const WIDEST_HOURS = { from: '10:00', sundayFrom: '12:00', until: '20:00' } as const;

/**
 * A company's own texting hours, as 'HH:MM' in `zone`, the recipient's time zone. They can narrow the permitted window
 * but never widen it.
 */
export interface SendWindow {
  from: string;
  to: string;
  zone: string;
}

/**
 * Which rules set the hours for a text. 'product' means C15 and the law. 'law' means only the law, for texts that a
 * person types.
 */
export type Basis = 'product' | 'law';

/** The rules that apply to a calendar day. */
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

/**
 * When texts are allowed on a day and what limits the hours, or why no texts are allowed. The reasons are sentences for
 * the contractor.
 */
export type DayPlan = { open: true; from: Bound; to: Bound } | { open: false; why: string };

const SUNDAY = 0;
const SATURDAY = 6;
const closed = (why: string): DayPlan => ({ open: false, why });

/** C15: 10:00 to 20:00 from Monday to Saturday, 12:00 to 20:00 on Sunday. */
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

/**
 * Returns the hours in which texts may be sent on a day of the week. Federal law and the laws of the given states limit
 * these hours. Unless `basis` is 'law', C15 limits them too. If texts aren't allowed on that day, the end isn't after
 * the start.
 */
const usualHours = (weekday: number, rows: readonly StateHours[], hours: TextHours, basis: Basis) => {
  const plan = narrow(basisBounds(basis, hours, weekday), basisBounds('law', hours, weekday));
  return rows.reduce((before, row) => narrow(before, stateBounds(row, weekday)), plan);
};

/** The texting hours of a normal week in a state. Null for a day without texts. */
export interface UsualWeek {
  weekday: DayWindow | null;
  saturday: DayWindow | null;
  sunday: DayWindow | null;
  /** Whether the state forbids texts on its holidays. */
  closedOnHolidays: boolean;
}

/**
 * Returns the weekly texting hours under C15 and a state's rules. A state without its own rules follows the federal
 * rules.
 */
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
 * Returns a calendar day's texting hours (see `howToRead` in `us-text-hours-by-state.json`). They're the intersection
 * of the product's window (C15), the hours in federal law and in each given state's law, and the company's own hours.
 * C15 doesn't apply if `basis` is 'law'. A state that isn't in the file follows federal law. Throws RangeError if the
 * company's hours don't end after they start.
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
