import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, ConversationId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { noteTold } from '../lead-rows/write-leads.ts';
import { tellContractor } from '../messages/tell-contractor.ts';
import { enqueuePush } from '../push/enqueue-push.ts';
import { replyNotice } from './messages/conversation-messages.ts';

/**
 * The delay before the notice is sent. If the contractor has the conversation open, they read the reply within this
 * time, and no notice is sent.
 */
const TIME_TO_READ = 30 * SECOND;

/** A text or an email in the thread, or a message in a widget conversation. */
type Said = { messageId: MessageId } | { conversationId: ConversationId };

type Reply = Said & {
  companyId: CompanyId;
  lead: { id: LeadId };
  at: Date;
};

/** Returns the reply's unique key. A widget conversation has many messages, so its key includes the message's time. */
const keyOf = (reply: Reply): string =>
  'messageId' in reply ? reply.messageId : `${reply.conversationId}:${reply.at.getTime().toString(36)}`;

/**
 * Records that the contractor was notified of a reply, and sends a push notification to their devices. If they've
 * already been notified since they last opened the conversation, does nothing and returns false. Called directly,
 * without `notifyOfReply`, if another email already tells the contractor that the reply stopped the follow-ups.
 */
export async function showReply(tx: CompanyTx, reply: Reply): Promise<boolean> {
  const { companyId, lead, at } = reply;
  if (!(await noteTold(tx, { companyId, leadId: lead.id, at }))) return false;
  await enqueuePush(tx, { companyId, leadId: lead.id, event: 'reply', key: `reply:${keyOf(reply)}`, at });
  return true;
}

/**
 * Notifies the contractor of a homeowner's message. Sends an email and, if the contractor has set a phone number for
 * notices, a text. Further messages don't trigger notices until the contractor opens the conversation. If the
 * contractor opens it right away, neither the email nor the text is sent. The lead must be locked. If this returns
 * true, the caller must wake the worker after the commit.
 */
export async function notifyOfReply(tx: CompanyTx, reply: Reply): Promise<boolean> {
  if (!(await showReply(tx, reply))) return false;
  const { companyId, lead, at } = reply;
  await tellContractor(tx, {
    companyId,
    leadId: lead.id,
    kind: replyNotice,
    payload: 'messageId' in reply ? { messageId: reply.messageId } : { conversationId: reply.conversationId },
    dedupeKey: `reply.notice:${keyOf(reply)}`,
    at: new Date(at.getTime() + TIME_TO_READ),
  });
  return true;
}
