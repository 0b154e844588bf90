import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { calculatedWords } from './words.ts';
import type { FieldErrors } from '../../primitives/app-error.ts';
import { cents, type Cents, formatCents } from '../../primitives/cents.ts';
import { addDays, atLocalMinutes, type LocalDate, localDateOf } from '../../primitives/local-date.ts';
import { formatPercent } from './deposit.rules.ts';

/** A discount: a percentage of the price, or an amount in cents. */
export type Discount = { percent: number } | { amountCents: number };

/**
 * An offer as a person sets it, on a follow-up step or on an estimate. `days` is the number of days after the day it's
 * sent, in the job's time zone. It's valid through the end of that day.
 */
export type Offer = Discount & { days: number };

/** An offer's limits. Amounts are in cents. */
export const MAX_OFFER_CENTS = 10_000_000;
export const MAX_OFFER_DAYS = 365;
/** The number of days that a new offer has at first: 'this week', as in the default offer (spec, section 9). */
export const OFFER_DAYS = 7;

export const PERCENT_HINT = 'Enter a percentage above 0 and up to 100, such as 10';
export const AMOUNT_HINT = 'Enter an amount up to $100,000, such as 200';
export const DAYS_HINT = 'Enter a whole number of days from 1 to 365, such as 7';

const isPercent = (value: number): boolean =>
  value > 0 && value <= 100 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** An offer's values before they're checked. NaN is invalid. */
export interface OfferValues {
  percent?: number | undefined;
  amountCents?: number | undefined;
  days: number;
}

/** Returns an offer's errors by field, with an example each. Empty if the offer is valid. */
export const offerFaults = ({ percent, amountCents, days }: OfferValues): FieldErrors => {
  const faults: FieldErrors = {};
  if ((percent === undefined) === (amountCents === undefined)) faults['percent'] = 'Enter a percentage or an amount';
  else if (percent !== undefined && !isPercent(percent)) faults['percent'] = PERCENT_HINT;
  if (
    amountCents !== undefined &&
    !(Number.isInteger(amountCents) && amountCents >= 1 && amountCents <= MAX_OFFER_CENTS)
  )
    faults['amountCents'] = AMOUNT_HINT;
  if (!(Number.isInteger(days) && days >= 1 && days <= MAX_OFFER_DAYS)) faults['days'] = DAYS_HINT;
  return faults;
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

/** An offer whose days have begun, because it's being sent or was sent (C30). */
export interface DatedOffer {
  discount: Discount;
  days: number;
  /** The offer's last day in the job's time zone. */
  endsOn: LocalDate;
}

/** An offer that is being sent, with the instant when its last day ends. */
export interface SentOffer extends DatedOffer {
  endsAt: Date;
}

/** Returns an offer's discount without its days. */
export const withoutDays = (offer: Discount): Discount =>
  'percent' in offer ? { percent: offer.percent } : { amountCents: offer.amountCents };

/** Returns the last day of an offer that is sent now, in the job's time zone, and the instant when that day ends. */
export const sentOffer = (offer: Offer, { now, zone }: { now: Date; zone: string }): SentOffer => {
  const endsOn = addDays(localDateOf(now, zone), offer.days);
  return {
    discount: withoutDays(offer),
    days: offer.days,
    endsOn,
    endsAt: new Date(atLocalMinutes(addDays(endsOn, 1), 0, zone)),
  };
};

/**
 * Returns the offer with the largest discount on this price. If several discounts are equal, returns the offer that
 * lasts longest. Null if there's none.
 */
export const bestOffer = <Of extends DatedOffer>(offers: readonly Of[], priceCents: number): Of | null =>
  offers.toSorted(
    (a, b) => discountOf(priceCents, b.discount) - discountOf(priceCents, a.discount) || (a.endsOn < b.endsOn ? 1 : -1),
  )[0] ?? null;

/** Returns a function for the discount in cents that the best of these offers gives on a sum. */
export const discountBy =
  (offers: readonly DatedOffer[]) =>
  (priceCents: number): Cents =>
    discountOf(priceCents, bestOffer(offers, priceCents)?.discount ?? null);
