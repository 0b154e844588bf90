import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import { whyEnded } from './why-ended.ts';
import type { RenderContext } from '../outbox/define-message.ts';

/**
 * Why a delayed text is no longer needed, for the contractor; null if it is: an event that stops follow-ups has
 * happened since it was written (`payload.ended` is what had happened before, for a deliberately resent estimate), or
 * the homeowner has replied. `status` is the newest version's, null if none was sent.
 */
export async function whyMoot(
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
