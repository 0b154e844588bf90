/** Money in whole cents of US dollars. Dollars are used only for input and display. */
export type Cents = number & { readonly unit: 'cents' };

/** Converts a number to cents. Throws RangeError if it isn't a safe integer. */
export const cents = (value: number): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`);
  return value as Cents;
};

/** The largest amount that can be entered, and the limit for an estimate, lead or deal: $999,999,999.99. */
export const MAX_CENTS = 99_999_999_999;

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats cents as `$3,542.08`, always with two decimals. Negative amounts get a true minus sign: `−$50.00`. */
export const formatCents = (value: number): string =>
  `${value < 0 ? '−' : ''}$${dollars.format(Math.abs(value) / 100)}`;

/** Formats a premium as `+$10.00` or `−$5.00`. */
export const formatSignedCents = (value: number): string => (value < 0 ? formatCents(value) : `+${formatCents(value)}`);

const DOLLARS = /^([+-]?)\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{1,2}))?$/;

/**
 * Parses dollars as people type them ('7.62', '$1,200', '-5'). Returns undefined if the input isn't a number or has
 * more than two decimals.
 */
export const parseDollars = (text: string): Cents | undefined => {
  const match = DOLLARS.exec(text.trim().replace('−', '-'));
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
  const whole = Number((match[2] ?? '0').replaceAll(',', ''));
  const value = whole * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return cents(match[1] === '-' && value !== 0 ? -value : value);
};

/** Formats basis points as a percentage: '1%' for 100, '2.5%' for 250. */
export const formatBasisPoints = (basisPoints: number): string => `${Number((basisPoints / 100).toFixed(2))}%`;
