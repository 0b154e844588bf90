import { addDays, formatDate, type LocalDate, weekdayOf } from '../../primitives/local-date.ts';

/** How long a homeowner can cancel after signing, in business days counted from the following day. */
export interface CancelPeriod {
  businessDays: number;
  /** False if Saturdays may not count; the later date then applies. */
  saturdayCounts: boolean;
}

const SUNDAY = 0;
const SATURDAY = 6;
/** In days; far longer than any cancellation period with its holidays. */
const LOOK_AHEAD = 60;

/**
 * Returns the last day, until midnight, on which a contract signed on `signed` can be canceled (16 CFR 429.0; C28).
 * `isHoliday` is true for a federal holiday's own date and for the day on which it is observed.
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

/** Returns a day such as 'Tuesday, Nov 24, 2026'. */
export const formatWeekday = (day: LocalDate): string => `${WEEKDAYS[weekdayOf(day)] ?? ''}, ${formatDate(day)}`;

const WORDS: Record<number, [ordinal: string, cardinal: string]> = {
  3: ['third', 'THREE'],
  5: ['fifth', 'FIVE'],
  7: ['seventh', 'SEVEN'],
  10: ['tenth', 'TEN'],
  15: ['fifteenth', 'FIFTEEN'],
};

const wordsOf = (days: number): [string, string] => WORDS[days] ?? [`${days}th`, String(days)];

/** Returns the statement beside the signature with the number of days that applies (16 CFR 429.1(a)). */
export const cancelStatement = (statement: string, businessDays: number): string =>
  statement.replace('third business day', `${wordsOf(businessDays)[0]} business day`);

/** The values of the notice of cancellation (16 CFR 429.1(b)). Days and the address are text for people. */
export interface CancelForm {
  businessDays: number;
  transactionDate: string;
  deadline: string;
  company: string;
  address: string;
}

/** Returns the filled notice of cancellation line by line. The last two lines are for the date and the signature. */
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
