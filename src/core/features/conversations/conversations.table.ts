import type { ColumnType, Generated } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    messages: MessagesTable;
  }
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
  /** Of what came in: an answering machine wrote it. */
  automated: Generated<boolean>;
  /** Of a mail that came in, where `body` is only what was newly written: all of its text. */
  whole_text: ColumnType<string | null, string | null | undefined, never>;
  /** Names of what was attached to a mail that came in; the files are not kept. */
  attachments: ColumnType<string[], string[] | undefined, never>;
  /** Of what came in: it may be a wish to get no more, and nobody has decided yet (C8). */
  unsure: Generated<boolean>;
  at: Date;
}
