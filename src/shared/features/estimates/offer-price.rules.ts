import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { calculatedWords } from './words/index.ts';
import { cents, type Cents, formatCents } from '../../primitives/cents.ts';
import type { LocalDate } from '../../primitives/local-date.ts';
import { formatPercent } from './deposit.rules.ts';

/** A discount: a percentage of the price, or an amount in cents. */
export type Discount = { percent: number } | { amountCents: number };

const PERCENT_OFF =
  /(\d{1,2}(?:\.\d{1,2})?)\s*(?:%|percent|por ciento)\s*(?:off\b|discount\b|less\b|de descuento\b|menos\b)/i;
const AMOUNT_OFF =
  /\$\s*(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{2}))?\s*(?:off\b|discount\b|less\b|de descuento\b|menos\b)/i;

/** Returns the discount that a message promises ('10% off', '$200 off'), or undefined if it promises none. */
export const promisedDiscount = (message: string): Discount | undefined => {
  const percent = Number(PERCENT_OFF.exec(message)?.[1] ?? 0);
  if (percent > 0) return { percent };
  const amount = AMOUNT_OFF.exec(message);
  const amountCents = Number((amount?.[1] ?? '0').replaceAll(',', '')) * 100 + Number(amount?.[2] ?? 0);
  return amountCents > 0 ? { amountCents } : undefined;
};

/** Returns the amount that a discount takes off a price, rounded half up to the cent. It never exceeds the price. */
export const discountOf = (priceCents: number, discount: Discount | null): Cents => {
  if (discount === null) return cents(0);
  if ('amountCents' in discount) return cents(Math.min(discount.amountCents, priceCents));
  const product = priceCents * Math.round(discount.percent * 100);
  if (!Number.isSafeInteger(product)) throw new RangeError(`no discount on ${priceCents} cents`);
  const rest = product % 10_000;
  return cents((product - rest) / 10_000 + (rest >= 5_000 ? 1 : 0));
};

/** Formats a discount: '10% off' or '$200.00 off'. */
export const discountWords = (discount: Discount, language: Language = DEFAULT_LANGUAGE): string =>
  calculatedWords(language).discount({
    value: 'percent' in discount ? formatPercent(discount.percent) : formatCents(discount.amountCents),
  });

/** A follow-up's discount offer that is currently valid (C30). */
export interface PromisedOffer {
  discount: Discount;
  /** The offer's last day, as stated in the message. */
  endsOn: LocalDate;
  /** The instant when that day has ended in both the homeowner's and the company's time zones. */
  endsAt: Date;
}
