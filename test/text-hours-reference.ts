import raw from '#core/platform/us-data/us-text-hours-by-state.json' with { type: 'json' };

/**
 * A second, independent implementation of the sending window for tests. It is slow and simple: it uses Intl for local
 * time, the raw file for the states' rows, and almanac rules for holidays. It shares no code with the product's rules.
 */

type Window = string[] | null;
interface Row {
  weekday: Window;
  saturday: Window;
  sunday: Window;
  holiday: string | null;
  holidaySet: string | null;
}
interface Rule {
  type: string;
  month?: number;
  day?: number;
  weekday?: number;
  n?: number;
  offset?: number;
  evenYearsOnly?: boolean;
}

const rows: Record<string, Row> = raw.states;
const sets: Record<string, { extends?: string; observed: string; days: { rule: Rule }[] }> = raw.holidaySets;

/** The dates of Easter Sunday, from an almanac. */
const EASTER = [
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2031-04-13',
  '2032-03-28',
];

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats the local time in a zone as '2026-11-06 10:00', using only Intl. */
export const wallTime = (instant: Date, zone: string): string => {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
  }
  return format.format(instant);
};

const DAY = 86_400_000;
const shift = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

const matches = (rule: Rule, date: string): boolean => {
  const at = new Date(date);
  const [month, day, weekday] = [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCDay()];
  switch (rule.type) {
    case 'fixed':
      return month === rule.month && day === rule.day;
    case 'nth': {
      const last = new Date(at.getTime() + 7 * DAY).getUTCMonth() + 1 !== month;
      return month === rule.month && weekday === rule.weekday && (rule.n === -1 ? last : Math.ceil(day / 7) === rule.n);
    }
    case 'easter':
      return EASTER.some((easter) => shift(easter, rule.offset ?? 0) === date);
    case 'electionDay':
      return (
        month === 11 && weekday === 2 && day >= 2 && day <= 8 && !(rule.evenYearsOnly && at.getUTCFullYear() % 2 === 1)
      );
    case 'afterThanksgiving': {
      const thanksgiving = new Date(at.getTime() - (rule.offset ?? 0) * DAY);
      return (
        thanksgiving.getUTCMonth() === 10 &&
        thanksgiving.getUTCDay() === 4 &&
        Math.ceil(thanksgiving.getUTCDate() / 7) === 4
      );
    }
    default:
      throw new Error(`unknown rule ${rule.type}`);
  }
};

const inSet = (name: string, date: string): boolean => {
  const set = sets[name];
  if (!set) throw new Error(`no set ${name}`);
  if (set.extends && isHoliday(set.extends, date)) return true;
  const falls = (day: string) => set.days.some(({ rule }) => matches(rule, day));
  if (falls(date)) return true;
  const weekday = new Date(date).getUTCDay();
  if (weekday === 1 && falls(shift(date, -1))) return true;
  return weekday === 5 && !set.observed.startsWith('Sunday') && falls(shift(date, 1));
};

const holidays = new Map<string, boolean>();

/** Whether a date is a holiday of a set, or the day on which one is observed. */
export const isHoliday = (set: string, date: string): boolean => {
  const key = `${set} ${date}`;
  const known = holidays.get(key) ?? inSet(set, date);
  holidays.set(key, known);
  return known;
};

/** Whether an automated text may be sent. In every zone, C15's window and every state's row must allow it. */
export const referenceOpen = (zones: readonly string[], states: readonly string[], instant: Date): boolean =>
  zones.every((zone) => {
    const [date = '', time = ''] = wallTime(instant, zone).split(' ');
    const weekday = new Date(date).getUTCDay();
    if (time < (weekday === 0 ? '12:00' : '10:00') || time >= '20:00') return false;
    return states.every((state) => {
      const row = rows[state];
      if (!row) throw new Error(`no row ${state}`);
      const window = weekday === 0 ? row.sunday : weekday === 6 ? row.saturday : row.weekday;
      if (!window || time < (window[0] ?? '') || time >= (window[1] ?? '')) return false;
      return row.holiday === 'same' || row.holidaySet === null || !isHoliday(row.holidaySet, date);
    });
  });

/** Returns the name of the set of holidays on which a state allows no texts, or null if the state doesn't have one. */
export const holidaySetOf = (state: string): string | null => rows[state]?.holidaySet ?? null;

/** All states in the file. */
export const STATES = Object.keys(rows);
