import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { noteTold } from '../lead-rows/write-leads.ts';
import { tellContractor } from '../outbox/tell-contractor.ts';
import { enqueuePush } from '../push/enqueue-push.ts';
import { replyNotice } from './messages/reply-notice.ts';

/** Who has the conversation open has read it by then, and gets no mail about it. */
const TIME_TO_READ = 30 * SECOND;

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
