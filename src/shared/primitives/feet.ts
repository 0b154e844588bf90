import { DEFAULT_LANGUAGE, type Language } from './language.ts';

/** A fence length in feet: more than 0, at most 100,000, and with at most two decimals. */
export type Feet = number & { readonly unit: 'feet' };

export const MAX_FEET = 100_000;

/** Converts feet to whole hundredths of a foot, the unit of price calculations. */
export const hundredthsOfFoot = (feet: number): number => Math.round(feet * 100);

/** Whether a number is a valid fence length: more than 0, at most 100,000, and with at most two decimals. */
export const isFeet = (value: number): value is Feet =>
  Number.isFinite(value) &&
  hundredthsOfFoot(value) > 0 &&
  value <= MAX_FEET &&
  Math.abs(value * 100 - hundredthsOfFoot(value)) < 1e-6;

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Formats a number with at most two decimals: '1,200.5'. US English and US Spanish use the same format. */
export const formatNumber = (value: number): string => numberFormat.format(value);

const UNIT: Record<Language, string> = { en: 'ft', es: 'pies' };

/** Formats a length: '184 ft' or '212.5 ft', or '184 pies' in Spanish. */
export const formatFeet = (feet: number, language: Language = DEFAULT_LANGUAGE): string =>
  `${formatNumber(feet)} ${UNIT[language]}`;

/**
 * Parses feet as people type them ('212.5', '1,200', '184 ft'). Returns undefined if the input isn't a valid fence
 * length.
 */
export const parseFeet = (text: string): Feet | undefined => {
  const plain = text.trim().replace(/\s*(ft|feet|')$/i, '');
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d{1,2})?$/.test(plain) || plain === '') return undefined;
  const value = Number(plain.replaceAll(',', ''));
  return isFeet(value) ? value : undefined;
};
