import { localDate, localDateOf, type LocalDate } from '../../primitives/local-date.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const SPANISH = new Map(Object.entries({ ene: 'jan', abr: 'apr', ago: 'aug', dic: 'dec' }));

/** A time after the date is ignored: 'T10:00Z', ' 10:00', ', 10:00 AM', ' at 10 AM'. */
const TIME = String.raw`(?:(?:[T ,]|\bat\b)+\d{1,2}(?::\d{2}|\s*[ap]\.?m\b).*)?$`;
const WEEKDAY = /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?[.,]*\s+/i;
const MONTH = String.raw`([a-z]{3})[a-z]*\.?`;
const YEAR = String.raw`(?:19|20)\d{2}`;
const ORDINAL = '(?:st|nd|rd|th)?';
const pattern = (form: string): RegExp => new RegExp(`^${form}${TIME}`, 'i');

const YEAR_FIRST = pattern(String.raw`(${YEAR})[-/.](\d{1,2})[-/.](\d{1,2})`);
const COMPACT = pattern(String.raw`(${YEAR})(\d{2})(\d{2})`);
const SLASHED = pattern(String.raw`(\d{1,2})[/.-](\d{1,2})[/.-](${YEAR}|\d{2})`);
const MONTH_FIRST = pattern(String.raw`${MONTH}[ -](\d{1,2})${ORDINAL}(?:,\s*|[ -])(${YEAR}|\d{2})`);
const DAY_FIRST = pattern(String.raw`(\d{1,2})${ORDINAL}(?: de |[ /-])${MONTH}(?: de |,\s*|[ /-])(${YEAR}|\d{2})`);
/** 'Nov 6 10:00:00 MST 2026', as older programs write it. */
const YEAR_LAST = new RegExp(String.raw`^${MONTH} +(\d{1,2}) \d{1,2}:\d{2}.* (${YEAR})$`, 'i');
const YEAR_NAMED = pattern(String.raw`(${YEAR})[ -]${MONTH}[ -](\d{1,2})`);

const SERIAL = /^(\d{5})(?:\.\d+)?$/;
const FIRST_SERIAL = Date.UTC(1899, 11, 30);
const EPOCH = /^(\d{10})(?:\.\d+)?$|^(\d{13})$/;
const DAY_MS = 86_400_000;

const day = (year: number, month: number, date: number): LocalDate | undefined => {
  const two = (value: number) => String(value).padStart(2, '0');
  const full = year < 100 ? 2000 + year : year;
  try {
    return localDate(`${String(full).padStart(4, '0')}-${two(month)}-${two(date)}`);
  } catch {
    return undefined;
  }
};

const monthOf = (letters: string): number => {
  const month = letters.toLowerCase();
  return MONTHS.indexOf(SPANISH.get(month) ?? month) + 1;
};

/** Days in US order. If that's impossible, the day comes first: 13/11/2026 is November 13. */
const slashed = ([first, second, year]: readonly number[]): LocalDate | undefined =>
  day(year ?? 0, first ?? 0, second ?? 0) ?? day(year ?? 0, second ?? 0, first ?? 0);

const READERS: readonly [RegExp, (parts: readonly string[]) => LocalDate | undefined][] = [
  [YEAR_FIRST, ([year, month, date]) => day(Number(year), Number(month), Number(date))],
  [COMPACT, ([year, month, date]) => day(Number(year), Number(month), Number(date))],
  [SLASHED, (parts) => slashed(parts.map(Number))],
  [MONTH_FIRST, ([month = '', date, year]) => day(Number(year), monthOf(month), Number(date))],
  [DAY_FIRST, ([date, month = '', year]) => day(Number(year), monthOf(month), Number(date))],
  [YEAR_NAMED, ([year, month = '', date]) => day(Number(year), monthOf(month), Number(date))],
  [YEAR_LAST, ([month = '', date, year]) => day(Number(year), monthOf(month), Number(date))],
  [SERIAL, ([serial]) => localDateOf(new Date(FIRST_SERIAL + Number(serial) * DAY_MS), 'UTC')],
  [EPOCH, ([seconds, ms]) => localDateOf(new Date(seconds ? Number(seconds) * 1_000 : Number(ms)), 'UTC')],
];

/**
 * Parses a day as spreadsheets and other programs write it: 2026-11-06, 11/6/2026, 11/6/26, Nov 6th, 2026, 6-Nov-26,
 * Friday, November 6, 2026, 20261106, 13/11/2026, a spreadsheet's day number (46332) or seconds since 1970. A time is
 * ignored. Returns undefined if the text isn't a day from 1970 to 2099, or has no year.
 */
export const parseDay = (text: string): LocalDate | undefined => {
  const plain = text.normalize('NFKC').trim().replace(/\s+/g, ' ').replace(WEEKDAY, '');
  for (const [form, read] of READERS) {
    const parts = form.exec(plain)?.slice(1);
    const found = parts && read(parts);
    if (found) return found >= '1970-01-01' && found < '2100-01-01' ? found : undefined;
  }
  return undefined;
};
