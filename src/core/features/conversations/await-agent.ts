import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

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
 * and automatic or unreadable messages. The agent must never receive these.
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
