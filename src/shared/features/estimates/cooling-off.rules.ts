import { addDays, formatDate, type LocalDate, weekdayOf } from '../../primitives/local-date.ts';

/** How long a homeowner can cancel after signing: business days, counted from the day after. */
export interface CancelPeriod {
  businessDays: number;
  /** False where the later date is used because Saturdays may not count. */
  saturdayCounts: boolean;
}

const SUNDAY = 0;
const SATURDAY = 6;
/** Far more than any period with all its holidays. */
const LOOK_AHEAD = 60;

/**
 * The last day on which what was signed on `signed` can be canceled, until its midnight (16 CFR 429.0; C28).
 * `isHoliday` tells federal holidays on their date and on their observed day.
 */
export const lastDayToCancel = (
  signed: LocalDate,
  { businessDays, saturdayCounts }: CancelPeriod,
  isHoliday: (day: LocalDate) => boolean,
): LocalDate => {
  let left = businessDays;
  for (let ahead = 1; ahead <= LOOK_AHEAD; ahead++) {
    const day = addDays(signed, ahead);
    const weekday = weekdayOf(day);
    if (weekday === SUNDAY || (weekday === SATURDAY && !saturdayCounts) || isHoliday(day)) continue;
    left -= 1;
    if (left === 0) return day;
  }
  throw new RangeError(`no ${businessDays} business days after ${signed}`);
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** 'Tuesday, Nov 24, 2026'. */
export const formatWeekday = (day: LocalDate): string => `${WEEKDAYS[weekdayOf(day)] ?? ''}, ${formatDate(day)}`;

const WORDS: Record<number, [ordinal: string, cardinal: string]> = {
  3: ['third', 'THREE'],
  5: ['fifth', 'FIVE'],
  7: ['seventh', 'SEVEN'],
  10: ['tenth', 'TEN'],
  15: ['fifteenth', 'FIFTEEN'],
};

const wordsOf = (days: number): [string, string] => WORDS[days] ?? [`${days}th`, String(days)];

/** The statement next to the signature, with the days that apply (16 CFR 429.1(a)). */
export const cancelStatement = (statement: string, businessDays: number): string =>
  statement.replace('third business day', `${wordsOf(businessDays)[0]} business day`);

/** What fills the notice of cancellation (16 CFR 429.1(b)). Days and address as text for people. */
export interface CancelForm {
  businessDays: number;
  transactionDate: string;
  deadline: string;
  company: string;
  address: string;
}

/** The notice of cancellation, line by line, filled; the last two are the lines for date and signature. */
export const cancelForm = (form: readonly string[], values: CancelForm): string[] => {
  const filled: Record<string, string> = {
    'date of transaction': `Date of transaction: ${values.transactionDate}`,
    company: values.company,
    address: values.address,
    deadline: values.deadline,
    date: 'Date: ____________________',
    'buyer’s signature': 'Buyer’s signature: ____________________',
  };
  return form.map((line) =>
    line
      .replace('within THREE BUSINESS DAYS', `within ${wordsOf(values.businessDays)[1]} BUSINESS DAYS`)
      .replace(/\{([^{}]+)\}/g, (whole, name: string) => filled[name] ?? whole),
  );
};
