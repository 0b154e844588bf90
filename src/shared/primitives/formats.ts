import { formatCents } from './cents.ts';
import { formatFeet, formatNumber } from './feet.ts';
import { type Language, LOCALE } from './language.ts';
import { formatDate, formatDateTime, type LocalDate, weekdayOf } from './local-date.ts';
import { zoneLabel } from './time-zone.ts';

/** How a homeowner's language formats amounts, lengths and days. Everything a homeowner sees uses these formats. */
export interface Formats {
  /** '$3,542.08', from cents. */
  money: (cents: number) => string;
  /** '184 ft'. */
  feet: (feet: number) => string;
  /** '33.33%'. */
  percent: (percent: number) => string;
  /** 'Nov 6, 2026', from a calendar day. */
  day: (date: LocalDate) => string;
  /** The calendar day in `zone` at an instant. */
  dayOf: (instant: Date, zone: string) => string;
  /** 'Friday, Nov 6, 2026'. */
  weekday: (date: LocalDate) => string;
  /** An instant in the time of `zone`, without the zone's name. */
  moment: (instant: Date, zone: string) => string;
  /** 'Boise time', from 'America/Boise'. */
  zone: (zone: string) => string;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const ENGLISH: Formats = {
  money: formatCents,
  feet: (feet) => formatFeet(feet),
  percent: (percent) => `${formatNumber(percent)}%`,
  day: (date) => formatDate(date),
  dayOf: (instant, zone) => formatDate(instant, zone),
  weekday: (date) => `${WEEKDAYS[weekdayOf(date)] ?? ''}, ${formatDate(date)}`,
  moment: formatDateTime,
  zone: zoneLabel,
};

const spanishDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };

const spanish = (options: Intl.DateTimeFormatOptions, timeZone = 'UTC') =>
  new Intl.DateTimeFormat(LOCALE.es, { ...options, timeZone });

const SPANISH: Formats = {
  // For US dollars, Intl formats es-US like English.
  money: formatCents,
  feet: (feet) => formatFeet(feet, 'es'),
  percent: (percent) => `${formatNumber(percent)}%`,
  day: (date) => spanish(spanishDay).format(new Date(date)),
  dayOf: (instant, zone) => spanish(spanishDay, zone).format(instant),
  weekday: (date) => spanish({ ...spanishDay, weekday: 'long' }).format(new Date(date)),
  moment: (instant, zone) => spanish({ ...spanishDay, hour: 'numeric', minute: '2-digit' }, zone).format(instant),
  zone: (zone) => (zone === 'UTC' ? zone : `hora de ${zoneLabel(zone).replace(/ time$/, '')}`),
};

const FORMATS: Record<Language, Formats> = { en: ENGLISH, es: SPANISH };

/** Returns the formats of a language. */
export const formats = (language: Language): Formats => FORMATS[language];
