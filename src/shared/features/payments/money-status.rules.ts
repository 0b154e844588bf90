import type { EstimateStatus } from '../estimates/estimates.schema.ts';
import { COUNTS, type PaymentStatus } from './payment-status.rules.ts';

export interface MoneyFact {
  /** Whether this payment covered the version's entire remaining amount. */
  settles: boolean;
  amountCents: number;
  refundedCents: number;
  status: PaymentStatus;
}

export type MoneyStatus = Extract<EstimateStatus, 'deposit_paid' | 'paid' | 'refunded' | 'disputed'>;

const counts = (status: PaymentStatus): boolean => (COUNTS as readonly PaymentStatus[]).includes(status);

/**
 * Returns an estimate's payment status, based on all payments for its job, in any order. Returns null if nothing was
 * ever paid. A payment that was made twice counts twice. The status is 'disputed' if any dispute is open or was lost. It's
 * 'refunded' if any payment was partly refunded, even if the rest covers the total (S16). A payment that was refunded
 * in full doesn't count toward the total.
 */
export const moneyStatus = (facts: readonly MoneyFact[], totalCents: number): MoneyStatus | null => {
  if (facts.some(({ status }) => status === 'disputed' || status === 'dispute_lost')) return 'disputed';
  const counted = facts.filter(({ status }) => counts(status));
  if (counted.some(({ refundedCents }) => refundedCents > 0)) return 'refunded';
  const paid = counted.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (paid > 0 && paid >= totalCents) return 'paid';
  const givenBack = facts.some(({ status }) => status === 'refunded');
  if (counted.some(({ settles }) => settles)) return givenBack ? 'refunded' : 'paid';
  if (paid > 0) return 'deposit_paid';
  return givenBack ? 'refunded' : null;
};
