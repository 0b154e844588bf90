import type { CompanyId, ConversationId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { notifyOfReply } from '../conversations/notify-of-reply.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { noteAnswer, noteReply } from '../lead-rows/write-leads.ts';

interface Telling {
  companyId: CompanyId;
  conversationId: ConversationId;
  leadId: LeadId;
  at: Date;
}

/**
 * Records that a homeowner wrote in the widget to the member who took over, and notifies the contractor as of a text or
 * an email: once until they open the conversation. Returns true if something will be sent; the caller then wakes the
 * worker after the commit.
 */
export async function tellMember(tx: CompanyTx, { companyId, conversationId, leadId, at }: Telling): Promise<boolean> {
  const lead = await lockLead(tx, companyId, leadId);
  if (!lead) return false;
  await noteReply(tx, companyId, { leadId }, at);
  await noteAnswer(tx, { companyId, leadId }, { awaited: 'reply', unread: true, at });
  return notifyOfReply(tx, { companyId, lead, conversationId, at });
}
