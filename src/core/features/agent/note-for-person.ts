import type { CompanyId, ConversationId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { notifyOfReply } from '../conversations/notify-of-reply.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { noteAnswer, noteReply } from '../lead-rows/write-leads.ts';

interface Noting {
  companyId: CompanyId;
  conversationId: ConversationId;
  leadId: LeadId;
  /** Whether a member has taken over. A handover by the agent doesn't count. */
  isTakenOver: boolean;
  at: Date;
}

/**
 * Records that a homeowner wrote in the widget after a person took over from the agent. The lead then awaits an answer,
 * and the message is unread. If the agent handed the conversation over, the contractor isn't notified here, because
 * they've already been notified. If a member took the conversation over, the contractor is notified as they would be of
 * a text or email. Further messages don't trigger notices until the contractor opens the conversation. If this returns
 * true, the caller must wake the worker after the commit.
 */
export async function noteForPerson(
  tx: CompanyTx,
  { companyId, conversationId, leadId, isTakenOver, at }: Noting,
): Promise<boolean> {
  const lead = await lockLead(tx, companyId, leadId);
  if (!lead) return false;
  await noteReply(tx, companyId, { leadId }, at);
  await noteAnswer(tx, { companyId, leadId }, { awaited: 'reply', unread: true, at });
  return isTakenOver && notifyOfReply(tx, { companyId, lead, conversationId, at });
}
