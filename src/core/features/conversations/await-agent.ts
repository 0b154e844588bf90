import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { isUndecided } from '../permission/unsure-replies.ts';

/** How long the agent waits before it answers. People often send several short messages in a row. */
export const TIME_TO_GO_ON = 20 * SECOND;

interface Answerable {
  companyId: CompanyId;
  leadId: LeadId;
  messageId: MessageId;
  channel: MessageChannel;
  at: Date;
}

/**
 * Records that the agent may answer a homeowner's message. Called in the transaction that stores the message. The
 * worker answers the message later (`agent/replies`). Callers must exclude keywords (such as STOP), possible opt-outs,
 * and automatic or unreadable messages. The agent must never receive these. While a possible opt-out of this person
 * waits for a decision, the agent doesn't answer anything.
 */
export async function awaitAgent(
  tx: CompanyTx,
  { companyId, leadId, messageId, channel, at }: Answerable,
): Promise<void> {
  if (await isUndecided(tx, companyId, leadId)) return;
  await tx
    .insertInto('agent_replies')
    .values({
      message_id: messageId,
      company_id: companyId,
      lead_id: leadId,
      channel,
      due_at: new Date(at.getTime() + TIME_TO_GO_ON),
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Drops the agent's answers to this person that haven't been sent, because a message that may be an opt-out arrived.
 * Drafts stay, because only a person sends them. `contact` names the person: all leads with this phone or email.
 */
export async function silenceAgent(
  tx: CompanyTx,
  companyId: CompanyId,
  contact: { leadId: LeadId } | { phone: string } | { email: string },
): Promise<void> {
  await tx
    .updateTable('agent_replies')
    .set({ status: 'dropped' })
    .where('company_id', '=', companyId)
    .where('status', 'in', ['waiting', 'queued'])
    .where('lead_id', 'in', (row) => {
      const leads = row.selectFrom('leads').select('id').where('company_id', '=', companyId);
      if ('phone' in contact) return leads.where('phone', '=', contact.phone);
      return 'email' in contact ? leads.where('email', '=', contact.email) : leads.where('id', '=', contact.leadId);
    })
    .execute();
}
