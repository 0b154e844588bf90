import { cents, type Cents, formatCents } from '../../primitives/cents.ts';
import type { LocalDate } from '../../primitives/local-date.ts';
import { formatPercent } from './deposit.rules.ts';

/** What a message takes off a price: a share of it, or an amount in cents. */
export type Discount = { percent: number } | { amountCents: number };

const PERCENT_OFF = /(\d{1,2}(?:\.\d{1,2})?)\s*(?:%|percent)\s*(?:off\b|discount\b|less\b)/i;
const AMOUNT_OFF = /\$\s*(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{2}))?\s*(?:off\b|discount\b|less\b)/i;

/** The discount that a message promises ('10% off', '$200 off'); undefined where it names none. */
export const promisedDiscount = (message: string): Discount | undefined => {
  const percent = Number(PERCENT_OFF.exec(message)?.[1] ?? 0);
  if (percent > 0) return { percent };
  const amount = AMOUNT_OFF.exec(message);
  const amountCents = Number((amount?.[1] ?? '0').replaceAll(',', '')) * 100 + Number(amount?.[2] ?? 0);
  return amountCents > 0 ? { amountCents } : undefined;
};

/** What a discount takes off a price, half up to the cent, at most all of it. */
export const discountOf = (priceCents: number, discount: Discount | null): Cents => {
  if (discount === null) return cents(0);
  if ('amountCents' in discount) return cents(Math.min(discount.amountCents, priceCents));
  const product = priceCents * Math.round(discount.percent * 100);
  if (!Number.isSafeInteger(product)) throw new RangeError(`no discount on ${priceCents} cents`);
  const rest = product % 10_000;
  return cents((product - rest) / 10_000 + (rest >= 5_000 ? 1 : 0));
};

/** '10% off', '$200.00 off'. */
export const discountWords = (discount: Discount): string =>
  `${'percent' in discount ? formatPercent(discount.percent) : formatCents(discount.amountCents)} off`;

/** The current offer of a message (C30). */
export interface PromisedOffer {
  discount: Discount;
  /** The last day named in the message. */
  endsOn: LocalDate;
  /** When that day has ended for both homeowner and company. */
  endsAt: Date;
}
