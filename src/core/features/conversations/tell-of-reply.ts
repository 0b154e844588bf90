import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { tellContractor } from '../outbox/tell-contractor.ts';
import { enqueuePush } from '../push/enqueue-push.ts';
import { replyNotice } from './messages/reply-notice.ts';

/** Who has the conversation open has read it by then, and gets no mail about it. */
const TIME_TO_READ = 30 * SECOND;

interface Told {
  companyId: CompanyId;
  leadId: LeadId;
  at: Date;
}

/**
 * Notes that the contractor is told that this homeowner wrote, by whatever notice. False where he was told before and
 * has not opened the conversation since, and of a lead that is held.
 */
export async function noteTold(tx: CompanyTx, { companyId, leadId, at }: Told): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('leads')
    .set({ reply_told_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .where('reply_told_at', 'is', null)
    .where('held_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Tells the contractor by mail, and by text where he set a phone, that a homeowner wrote: once until he has opened the
 * conversation, however much is written meanwhile; not at all where he opens it at once. The lead must be locked. True
 * where something is to be sent: ring the bell after the commit.
 */
export async function tellOfReply(
  tx: CompanyTx,
  { companyId, lead, messageId, at }: { companyId: CompanyId; lead: { id: LeadId }; messageId: MessageId; at: Date },
): Promise<boolean> {
  if (!(await noteTold(tx, { companyId, leadId: lead.id, at }))) return false;
  await tellContractor(tx, {
    companyId,
    leadId: lead.id,
    kind: replyNotice,
    payload: { messageId },
    dedupeKey: `reply.notice:${messageId}`,
    at: new Date(at.getTime() + TIME_TO_READ),
  });
  await enqueuePush(tx, { companyId, leadId: lead.id, event: 'reply', key: `reply:${messageId}`, at });
  return true;
}
