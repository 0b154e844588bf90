import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** How long the agent waits for a next message before it answers: people split what they say. */
export const TIME_TO_GO_ON = 20 * SECOND;

interface Answerable {
  companyId: CompanyId;
  leadId: LeadId;
  messageId: MessageId;
  channel: MessageChannel;
  at: Date;
}

/**
 * Notes that the agent may answer a homeowner's message, in the message's own transaction; the worker does the rest
 * (`agent/replies`). Not called for keywords, possible opt-outs, automatic and unreadable messages, which the agent
 * never sees.
 */
export const awaitAgent = async (
  tx: CompanyTx,
  { companyId, leadId, messageId, channel, at }: Answerable,
): Promise<void> => {
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
};
