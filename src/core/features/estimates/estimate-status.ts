import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { Version } from './estimate-document.ts';

const BY_MONEY: readonly EstimateStatus[] = ['deposit_paid', 'paid', 'refunded', 'disputed'];

/** Whether a version is binding: signed, or paid for if the contractor took the money in person. */
export const isAgreed = ({ estimate, acceptance }: Pick<Version, 'estimate' | 'acceptance'>): boolean =>
  acceptance !== null || BY_MONEY.includes(estimate.status);
