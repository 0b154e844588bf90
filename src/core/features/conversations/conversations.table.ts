import type { ColumnType, Generated } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    messages: MessagesTable;
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

export interface MessagesTable {
  id: Generated<MessageId>;
  company_id: CompanyId | null;
  lead_id: LeadId | null;
  direction: 'in' | 'out';
  channel: MessageChannel;
  kind: string;
  from_address: string;
  to_address: string;
  subject: string | null;
  body: string;
  status: 'sending' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'received';
  provider_id: string | null;
  error_code: string | null;
  source_id: string | null;
  /** For incoming messages: whether the message is an automatic reply. */
  automated: Generated<boolean>;
  /** For incoming emails: the full content. `body` contains only the newly written part. */
  whole_text: ColumnType<string | null, string | null | undefined, never>;
  /** The names of an incoming email's attachments. The files themselves aren't stored. */
  attachments: ColumnType<string[], string[] | undefined, never>;
  /** For incoming messages: whether the message is a possible opt-out that hasn't been reviewed yet (C8). */
  unsure: Generated<boolean>;
  at: Date;
}
