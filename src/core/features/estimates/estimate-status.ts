import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import type { EstimateRow } from '../../platform/db/tables.ts';
import type { Version } from './estimate-document.ts';

/**
 * The state of a version at an instant: one that nobody answered is 'expired' after the last day shown, by the
 * calendar of the company's zone as it was when sent.
 */
export const statusNow = (
  { status, valid_until: validUntil, company }: Pick<EstimateRow, 'status' | 'valid_until' | 'company'>,
  at: Date,
): EstimateStatus => {
  if (status !== 'sent' && status !== 'viewed') return status;
  return localDateOf(at, company.timeZone) > validUntil ? 'expired' : status;
};

const BY_MONEY: readonly EstimateStatus[] = ['deposit_paid', 'paid', 'refunded', 'disputed'];

/** Whether a version binds both: signed, or paid for where the contractor took the money himself. */
export const isAgreed = ({ estimate, acceptance }: Pick<Version, 'estimate' | 'acceptance'>): boolean =>
  acceptance !== null || BY_MONEY.includes(estimate.status);
