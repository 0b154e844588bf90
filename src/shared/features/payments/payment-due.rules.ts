import { cents, type Cents } from '../../primitives/cents.ts';
import type { PaymentKind } from './payment-status.rules.ts';

/** What one version of an estimate asks for. */
export interface Asked {
  totalCents: number;
  /** After the state's cap (C27); 0 where none is asked. */
  depositCents: number;
  /** Whether the full amount can be paid before work starts. */
  full: boolean;
  /** The most that may be taken before work starts (C27); null or none: no such limit, or work has started. */
  mostNowCents?: number | null;
}

/** What can be paid now, by its purpose; null: not that. */
export type PaymentsDue = Record<PaymentKind, Cents | null>;

/**
 * What can be paid of a version after `paidCents` were paid for this job, on this version or an earlier one: first
 * the deposit or, where it may be, everything; then what is left, where the state allows it before work starts. Money
 * paid for an earlier version counts.
 */
export const paymentsDue = (
  { totalCents, depositCents, full, mostNowCents }: Asked,
  paidCents: number,
): PaymentsDue => {
  const left = Math.max(0, totalCents - paidCents);
  const none: PaymentsDue = { deposit: null, full: null, balance: null };
  if (left === 0) return none;
  if (paidCents > 0 || depositCents === 0) {
    const tooEarly = typeof mostNowCents === 'number' && paidCents + left > mostNowCents;
    return tooEarly ? none : { ...none, balance: cents(left) };
  }
  const deposit = cents(Math.min(depositCents, totalCents));
  return { ...none, deposit, full: full && deposit < totalCents ? cents(totalCents) : null };
};

const BASIS_POINTS = 10_000;

/** The platform's share of a payment, rounded down to the cent, so that it is never more than the rate (S12). */
export const platformFee = (amountCents: number, basisPoints: number): Cents => {
  const product = amountCents * basisPoints;
  if (!(amountCents >= 0 && basisPoints >= 0 && basisPoints <= BASIS_POINTS && Number.isSafeInteger(product)))
    throw new RangeError(`no fee of ${basisPoints} basis points on ${amountCents} cents`);
  return cents((product - (product % BASIS_POINTS)) / BASIS_POINTS);
};

/** What Stripe takes in one payment in dollars. */
export const SMALLEST_PAYMENT_CENTS = 50;
export const LARGEST_PAYMENT_CENTS = 99_999_999;
