import type { AgentChannel } from '#shared/features/agent/agent.schema.ts';
import type { CompanyId, ConversationId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { tellContractor, mailContractor } from '../messages/tell-contractor.ts';
import { enqueuePush } from '../push/enqueue-push.ts';
import { agentHandover } from './messages/agent-messages.ts';

interface Telling {
  companyId: CompanyId;
  conversationId: ConversationId;
  leadId: LeadId;
  channel: AgentChannel;
  at: Date;
}

/**
 * Notifies the contractor that a lead's conversation was handed over. If the notice about the new lead hasn't been sent
 * yet, no other notice is sent, because that notice will include the summary. If the lead is held for review, nothing
 * is sent until the lead is accepted. For a text or email thread, the notice is sent only by email, because the
 * contractor has already been notified of the message. The caller must have locked the lead, and must wake the worker
 * after the commit.
 */
export async function tellOfHandover(tx: CompanyTx, telling: Telling): Promise<void> {
  const { companyId, conversationId, leadId, channel, at } = telling;
  if (await isHeld(tx, telling)) return;
  if (await hasWaitingNotice(tx, telling)) return;
  const key = `agent.handover:${conversationId}:${at.getTime().toString(36)}`;
  const notice = { companyId, leadId, kind: agentHandover, payload: { conversationId }, at };
  if (channel === 'sms' || channel === 'email') return mailContractor(tx, { ...notice, dedupeKey: `${key}:email` });
  await tellContractor(tx, { ...notice, dedupeKey: key });
  await enqueuePush(tx, { companyId, leadId, event: 'reply', key, at });
}

const isHeld = async (tx: CompanyTx, { companyId, leadId }: Telling): Promise<boolean> =>
  (await tx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .where('held_at', 'is', null)
    .executeTakeFirst()) === undefined;

/**
 * Whether a notice is queued and no worker has started sending it. The row lock keeps workers from starting until the
 * summary is committed.
 */
const hasWaitingNotice = async (tx: CompanyTx, { companyId, leadId }: Telling): Promise<boolean> =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('kind', '=', 'lead.notice')
    .where('channel', '=', 'email')
    .where('status', '=', 'scheduled')
    .where('claimed_until', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined;
