import type { CompanyId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { LeadRow } from '../../platform/db/tables.ts';
import { tellContractor } from './tell-contractor.ts';

/**
 * Tells the contractor by mail, and by text where he set a phone, that a homeowner wrote: once until he has opened the
 * conversation, however much is written meanwhile. `lead` as it was before the reply, locked. True where something is
 * to be sent: ring the bell after the commit.
 */
export async function tellOfReply(
  tx: CompanyTx,
  {
    companyId,
    lead,
    messageId,
    at,
  }: { companyId: CompanyId; lead: Pick<LeadRow, 'id' | 'unread_count'>; messageId: MessageId; at: Date },
): Promise<boolean> {
  if (lead.unread_count > 0) return false;
  await tellContractor(tx, {
    companyId,
    leadId: lead.id,
    kind: 'reply.notice',
    payload: { messageId },
    dedupeKey: `reply.notice:${messageId}`,
    at,
  });
  return true;
}
