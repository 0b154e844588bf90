import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

const ENDED: Partial<Record<EstimateStatus, string>> = {
  accepted: 'The estimate was accepted',
  declined: 'The estimate was declined',
  deposit_paid: 'The deposit was paid',
  paid: 'The estimate was paid',
  refunded: 'The payment was refunded',
  disputed: 'The payment is disputed',
};

/**
 * Why follow-ups no longer make sense for a lead, for the contractor; null if they do. `estimateStatus` is the newest
 * sent version's, null if none (decisions.md, follow-ups).
 */
export function whyEnded(
  lead: Pick<LeadRow, 'archived_at' | 'outcome' | 'status'>,
  estimateStatus: EstimateStatus | null,
): string | null {
  if (lead.archived_at) return 'The lead is archived';
  if (lead.outcome !== null) return `The lead is marked ${lead.outcome}`;
  if (lead.status === 'paid') return 'The lead has paid';
  return (estimateStatus === null ? null : ENDED[estimateStatus]) ?? null;
}
