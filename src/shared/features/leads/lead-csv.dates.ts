import { localDate, type LocalDate } from '../../primitives/local-date.ts';

export const DATE_HINT = 'Enter a day, such as 11/6/2026';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
// a time after the day is cut off: 'T10:00Z', ' 10:00', ', 10:00 AM'
const TIME = String.raw`(?:[T ,]+\d{1,2}:\d{2}.*)?$`;
const ISO = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${TIME}`, 'i');
const SLASHED = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})${TIME}`, 'i');
const NAMED = new RegExp(String.raw`^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})${TIME}`, 'i');

const day = (year: number, month: number, date: number): LocalDate | undefined => {
  const two = (value: number) => String(value).padStart(2, '0');
  try {
    return localDate(`${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`);
  } catch {
    return undefined;
  }
};

/**
 * Reads a day as US spreadsheets write it: 2026-11-06, 11/6/2026, 11/6/26, Nov 6, 2026. A time after it is cut off.
 * Undefined where it is no day of the years 1970 to 2099.
 */
export const parseDay = (text: string): LocalDate | undefined => {
  const trimmed = text.trim();
  const [iso, slashed, named] = [ISO.exec(trimmed), SLASHED.exec(trimmed), NAMED.exec(trimmed)];
  let found: LocalDate | undefined;
  if (iso) found = day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  else if (slashed) {
    const year = Number(slashed[3]);
    found = day(year < 100 ? 2000 + year : year, Number(slashed[1]), Number(slashed[2]));
  } else if (named) found = day(Number(named[3]), MONTHS.indexOf(named[1]?.toLowerCase() ?? '') + 1, Number(named[2]));
  return found !== undefined && found >= '1970-01-01' && found < '2100-01-01' ? found : undefined;
};
