import { cents, type Cents } from '../../primitives/cents.ts';
import { balanceOf } from '../balances/balance.rules.ts';
import type { PaymentKind } from './payment-status.rules.ts';

/** Stripe's limits for a single payment in US dollars. */
export const SMALLEST_PAYMENT_CENTS = 50;
export const LARGEST_PAYMENT_CENTS = 99_999_999;

/** The amounts that one version of an estimate asks the homeowner to pay. */
export interface Asked {
  totalCents: number;
  /** The deposit after the state's cap (C27), or 0 if the version doesn't ask for a deposit. */
  depositCents: number;
  /** Whether the full amount can be paid before work starts. */
  full: boolean;
  /** What the due stages of the payment plan still ask for. By default, the deposit, as long as nothing is paid. */
  nowCents?: number;
  /**
   * The maximum amount that may be collected before work starts (C27). Null or missing if there's no limit or if work
   * has started.
   */
  mostNowCents?: number | null;
}

/** The amounts that can be paid now, by purpose. Null for a purpose that can't be paid. */
export type PaymentsDue = Record<PaymentKind, Cents | null>;

/**
 * Returns the amounts that can be paid for a version. `paidCents` is the amount paid for the job so far, including
 * payments for earlier versions. The first payment is the deposit or, if `full` is true, the full amount. After that,
 * or if there's no deposit, or once more than the deposit is due, what is due now can be paid as a part, and the balance.
 * Neither can be if state law forbids collecting that much before work starts.
 * An amount below Stripe's minimum is never offered. If the deposit is that small, only the full amount is.
 */
export const paymentsDue = (
  { totalCents, depositCents, full, mostNowCents, nowCents = 0 }: Asked,
  paidCents: number,
): PaymentsDue => {
  const left = Math.max(0, balanceOf({ totalCents, paidCents }));
  const none: PaymentsDue = { deposit: null, full: null, balance: null, part: null };
  if (paidCents > 0 || depositCents === 0 || nowCents > depositCents) {
    const unlessEarly = (amount: number): Cents | null =>
      typeof mostNowCents === 'number' && paidCents + amount > mostNowCents ? null : payable(amount);
    return { ...none, part: nowCents < left ? unlessEarly(nowCents) : null, balance: unlessEarly(left) };
  }
  const deposit = payable(Math.min(depositCents, totalCents));
  return { ...none, deposit, full: full && deposit !== totalCents ? payable(totalCents) : null };
};

/** Returns an amount that Stripe can charge, or null if it's below Stripe's minimum. */
const payable = (amountCents: number): Cents | null =>
  amountCents < SMALLEST_PAYMENT_CENTS ? null : cents(amountCents);
