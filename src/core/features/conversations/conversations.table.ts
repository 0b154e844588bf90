import type { Generated } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    agent_replies: AgentRepliesTable;
  }
}

/** A homeowner's text or email that the agent may answer, with the answer (`agent/replies`). */
export interface AgentRepliesTable {
  /**
   * The homeowner's message. If there are several in a row, the answer is in the last message's row. The other rows get
   * the status 'joined'.
   */
  message_id: MessageId;
  company_id: CompanyId;
  lead_id: LeadId;
  channel: MessageChannel;
  /**
   * 'queued': the agent's answer will be sent. 'sent': the contractor sent the draft. 'discarded': the contractor
   * discarded the draft. 'dropped': the agent doesn't answer, for example because a person answered first or because
   * the agent is turned off for this channel.
   */
  status: Generated<'waiting' | 'joined' | 'draft' | 'queued' | 'sent' | 'discarded' | 'dropped'>;
  answer: Generated<string | null>;
  /** The earliest time the agent may answer. Waiting until then means that several messages in a row get one answer. */
  due_at: Date;
  created_at: Date;
}
