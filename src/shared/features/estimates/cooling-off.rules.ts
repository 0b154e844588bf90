import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { addDays, formatDate, type LocalDate, weekdayOf } from '../../primitives/local-date.ts';

/**
 * The cancellation period after signing, in business days counted from the following day. Each state's is in
 * `us-cooling-off.json` (`cancelPeriodOf`).
 */
export interface CancelPeriod {
  businessDays: number;
  /** Whether Saturdays count as business days. False if the state's law is unclear, so that the later date applies. */
  saturdayCounts: boolean;
}

const SUNDAY = 0;
const SATURDAY = 6;
/** In days. Even with holidays, no cancellation period is this long. */
const LOOK_AHEAD = 60;

/**
 * Returns the last day on which a contract signed on `signed` can be canceled (16 CFR 429.0, C28). The period ends at
 * midnight on that day. `isHoliday` must return true for a federal holiday's own date, and also for the day when the
 * holiday is observed.
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

/** Formats a day as 'Tuesday, Nov 24, 2026'. */
export const formatWeekday = (day: LocalDate): string => `${WEEKDAYS[weekdayOf(day)] ?? ''}, ${formatDate(day)}`;

type Ordinals = Record<number, [ordinal: string, cardinal: string]>;

/** The words in the statement and the notice that depend on the cancellation period. */
interface NoticeWords {
  /** The words for each number of business days: one form for the statement, one for the notice. */
  days: Ordinals;
  otherDays: (days: number) => [ordinal: string, cardinal: string];
  /** The words in the standard statement that are replaced if the period isn't three business days. */
  thirdDay: string;
  threeDays: string;
  nthDay: (ordinal: string) => string;
  nDays: (cardinal: string) => string;
  transactionDate: (day: string) => string;
  date: string;
  signature: string;
}

const BLANK = '____________________';

const WORDS: Record<Language, NoticeWords> = {
  en: {
    days: {
      3: ['third', 'THREE'],
      5: ['fifth', 'FIVE'],
      7: ['seventh', 'SEVEN'],
      10: ['tenth', 'TEN'],
      15: ['fifteenth', 'FIFTEEN'],
    },
    otherDays: (days) => [`${days}th`, String(days)],
    thirdDay: 'third business day',
    threeDays: 'within THREE BUSINESS DAYS',
    nthDay: (ordinal) => `${ordinal} business day`,
    nDays: (cardinal) => `within ${cardinal} BUSINESS DAYS`,
    transactionDate: (day) => `Date of transaction: ${day}`,
    date: `Date: ${BLANK}`,
    signature: `Buyer’s signature: ${BLANK}`,
  },
  es: {
    days: {
      3: ['tercer', 'TRES'],
      5: ['quinto', 'CINCO'],
      7: ['séptimo', 'SIETE'],
      10: ['décimo', 'DIEZ'],
      15: ['decimoquinto', 'QUINCE'],
    },
    otherDays: (days) => [`${days}.º`, String(days)],
    thirdDay: 'tercer día hábil',
    threeDays: 'dentro de TRES DÍAS HÁBILES',
    nthDay: (ordinal) => `${ordinal} día hábil`,
    nDays: (cardinal) => `dentro de ${cardinal} DÍAS HÁBILES`,
    transactionDate: (day) => `Fecha de la transacción: ${day}`,
    date: `Fecha: ${BLANK}`,
    signature: `Firma del comprador: ${BLANK}`,
  },
};

const inWords = (words: NoticeWords, days: number): [string, string] => words.days[days] ?? words.otherDays(days);

/**
 * Returns the statement beside the signature, with the number of business days that applies (16 CFR 429.1(a)).
 * `statement` must be in `language`.
 */
export const cancelStatement = (
  statement: string,
  businessDays: number,
  language: Language = DEFAULT_LANGUAGE,
): string => {
  const words = WORDS[language];
  return statement.replace(words.thirdDay, words.nthDay(inWords(words, businessDays)[0]));
};

/** The values for the notice of cancellation (16 CFR 429.1(b)). Days and the company's address are display text. */
export interface CancelForm {
  businessDays: number;
  transactionDate: string;
  deadline: string;
  company: string;
  address: string;
}

/**
 * Returns the lines of the notice of cancellation, filled in. `form` must be in `language`. The last two lines are for
 * the date and the signature.
 */
export const cancelForm = (
  form: readonly string[],
  values: CancelForm,
  language: Language = DEFAULT_LANGUAGE,
): string[] => {
  const words = WORDS[language];
  const filled: Record<string, string> = {
    'date of transaction': words.transactionDate(values.transactionDate),
    company: values.company,
    address: values.address,
    deadline: values.deadline,
    date: words.date,
    'buyer’s signature': words.signature,
  };
  return form.map((line) =>
    line
      .replace(words.threeDays, words.nDays(inWords(words, values.businessDays)[1]))
      .replace(/\{([^{}]+)\}/g, (whole, name: string) => filled[name] ?? whole),
  );
};
