import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { Version } from './estimate-document.ts';

const BY_MONEY: readonly EstimateStatus[] = ['deposit_paid', 'paid', 'refunded', 'disputed'];

/** Whether a version binds both: signed, or paid for where the contractor took the money himself. */
export const isAgreed = ({ estimate, acceptance }: Pick<Version, 'estimate' | 'acceptance'>): boolean =>
  acceptance !== null || BY_MONEY.includes(estimate.status);
