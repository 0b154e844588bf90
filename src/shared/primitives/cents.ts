/** Money: whole cents of US dollars. Dollars exist only at the edges. */
export type Cents = number & { readonly unit: 'cents' };

/** Marks a whole number as cents. Throws RangeError on anything that isn't a safe whole number. */
export const cents = (value: number): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`);
  return value as Cents;
};

/** The largest sum that a person can type and that an estimate, a lead or a deal can hold: $999,999,999.99. */
export const MAX_CENTS = 99_999_999_999;

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `$3,542.08`, always with cents; below zero `−$50.00` with a true minus sign. */
export const formatCents = (value: number): string =>
  `${value < 0 ? '−' : ''}$${dollars.format(Math.abs(value) / 100)}`;

/** `+$10.00` or `−$5.00`, as a premium is shown. */
export const formatSignedCents = (value: number): string => (value < 0 ? formatCents(value) : `+${formatCents(value)}`);

const DOLLARS = /^([+-]?)\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{1,2}))?$/;

/**
 * Reads dollars as a person types them ('7.62', '$1,200', '-5'). Undefined where the text is no such
 * number or has more than two decimals.
 */
export const parseDollars = (text: string): Cents | undefined => {
  const match = DOLLARS.exec(text.trim().replace('−', '-'));
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
  const whole = Number((match[2] ?? '0').replaceAll(',', ''));
  const value = whole * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return cents(match[1] === '-' && value !== 0 ? -value : value);
};
