import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { RenderContext } from '../messages/define-message.ts';
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
 * Returns why follow-ups to a lead should stop, worded for the contractor. Returns null if they may continue.
 * `estimateStatus` is the status of the newest estimate version that was sent, or null if none was sent.
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

/**
 * Returns why a delayed text is no longer needed, worded for the contractor. Returns null if it's still needed. A text
 * is no longer needed if the homeowner replied after the text was written. It's also no longer needed if the lead was
 * deleted, the estimate expired, or there's another reason to stop follow-ups (`whyEnded`). If the contractor sent the
 * estimate although such a reason already existed, `payload.ended` contains that reason, which is then ignored.
 * `status` is the status of the newest estimate version, or null if none was sent.
 */
export async function whyTooLate(
  { tx, row, company }: Pick<RenderContext, 'tx' | 'row' | 'company'>,
  status: EstimateStatus | null,
): Promise<string | null> {
  const lead = await tx
    .selectFrom('leads')
    .select(['archived_at', 'outcome', 'status', 'last_reply_at'])
    .where('company_id', '=', company.id)
    .where('id', '=', row.lead_id)
    .executeTakeFirst();
  if (!lead) return 'The lead was deleted';
  if (status === 'expired') return 'The estimate has expired';
  const ended = whyEnded(lead, status);
  if (ended !== null && ended !== row.payload['ended']) return ended;
  return lead.last_reply_at && lead.last_reply_at > row.created_at ? 'The homeowner has replied' : null;
}
