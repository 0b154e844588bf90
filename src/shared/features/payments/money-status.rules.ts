import type { EstimateStatus } from '../estimates/estimates.schema.ts';
import { COUNTS, type PaymentStatus } from './payment-status.rules.ts';

export interface MoneyFact {
  /** Whether it was for all that was left to pay of this very version. */
  settles: boolean;
  amountCents: number;
  refundedCents: number;
  status: PaymentStatus;
  /** Came although the same was paid already. */
  extra: boolean;
}

export type MoneyStatus = Extract<EstimateStatus, 'deposit_paid' | 'paid' | 'refunded' | 'disputed'>;

const counts = (status: PaymentStatus): boolean => (COUNTS as readonly PaymentStatus[]).includes(status);

/**
 * The state of an estimate that follows from what was paid for its job, whatever order it came in; null where no money
 * ever came. A dispute, lost or not, and anything refunded is never plain paid (S16; decisions.md, homeowner's estimate
 * page).
 */
export const moneyStatus = (facts: readonly MoneyFact[], totalCents: number): MoneyStatus | null => {
  const known = facts.filter(({ extra }) => !extra);
  if (known.some(({ status }) => status === 'disputed' || status === 'dispute_lost')) return 'disputed';
  const counted = known.filter(({ status }) => counts(status));
  if (counted.some(({ refundedCents }) => refundedCents > 0)) return 'refunded';
  const paid = counted.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (paid > 0 && paid >= totalCents) return 'paid';
  const givenBack = known.some(({ status }) => status === 'refunded');
  if (counted.some(({ settles }) => settles)) return givenBack ? 'refunded' : 'paid';
  if (paid > 0) return 'deposit_paid';
  return givenBack ? 'refunded' : null;
};
