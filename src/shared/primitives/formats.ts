import { formatCents } from './cents.ts';
import { formatFeet, formatNumber } from './feet.ts';
import { type Language, LOCALE } from './language.ts';
import { formatDate, formatDateTime, formatTimeOfDay, type LocalDate, localTimeOf, weekdayOf } from './local-date.ts';
import { zoneLabel } from './zone-label.ts';

/** Formatters for amounts, lengths and days in a language. Everything that homeowners see uses them. */
export interface Formats {
  /** Formats cents: '$3,542.08'. */
  money: (cents: number) => string;
  /** Formats a length: '184 ft'. */
  feet: (feet: number) => string;
  /** Formats a percentage: '33.33%'. */
  percent: (percent: number) => string;
  /** Formats a calendar day: 'Nov 6, 2026'. */
  day: (date: LocalDate) => string;
  /** Formats the calendar day of an instant in `zone`. */
  dayOf: (instant: Date, zone: string) => string;
  /** Formats a calendar day with the day of the week: 'Friday, Nov 6, 2026'. */
  weekday: (date: LocalDate) => string;
  /** Formats an instant in the time of `zone`, without the zone's name. */
  moment: (instant: Date, zone: string) => string;
  /** Formats the time of day of an instant in `zone`: '10:00 AM'. */
  time: (instant: Date, zone: string) => string;
  /** Formats a time zone's name: 'Mountain time' for 'America/Boise'. */
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
  time: (instant, zone) => formatTimeOfDay(localTimeOf(instant, zone).minutes),
  zone: (zone) => zoneLabel(zone),
};

const spanishDay: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };

const spanishTime: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

const spanish = (options: Intl.DateTimeFormatOptions, timeZone = 'UTC') =>
  new Intl.DateTimeFormat(LOCALE.es, { ...options, timeZone });

const SPANISH: Formats = {
  // In es-US, Intl formats US dollars the same way as in English.
  money: formatCents,
  feet: (feet) => formatFeet(feet, 'es'),
  percent: (percent) => `${formatNumber(percent)}%`,
  day: (date) => spanish(spanishDay).format(new Date(date)),
  dayOf: (instant, zone) => spanish(spanishDay, zone).format(instant),
  weekday: (date) => spanish({ ...spanishDay, weekday: 'long' }).format(new Date(date)),
  moment: (instant, zone) => spanish({ ...spanishDay, ...spanishTime }, zone).format(instant),
  time: (instant, zone) => spanish(spanishTime, zone).format(instant),
  zone: (zone) => zoneLabel(zone, 'es'),
};

const FORMATS: Record<Language, Formats> = { en: ENGLISH, es: SPANISH };

/** Returns a language's formatters. */
export const formats = (language: Language): Formats => FORMATS[language];
