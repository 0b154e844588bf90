import type { ColumnType, Generated, Selectable } from 'kysely';
import type { MessageChannel, MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId, OutboxId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    outbox: OutboxTable;
  }
}

/** The delivery columns shared by follow_up_messages and outbox. */
export interface DeliveryColumns {
  due_at: Date;
  /** The original due time, if retries have changed `due_at`. Otherwise null. */
  first_due_at: ColumnType<Date | null, Date | null | undefined>;
  status: MessageStatus;
  /** The number of times the message was passed to a provider or failed to render. */
  attempts: Generated<number>;
  /** Whether the one delayed retry for Twilio errors 30003 and 30008 has been used (T8). */
  tried_later: Generated<boolean>;
  /** When the lease ends, in wall-clock time. Until then, the worker that has the lease is sending the message. */
  claimed_until: Date | null;
  sending_at: Date | null;
  provider_id: string | null;
  sent_at: Date | null;
  /** Why the message wasn't sent or was moved. Shown to the contractor. */
  reason: string | null;
}

export interface OutboxTable extends Omit<DeliveryColumns, 'status'> {
  id: Generated<OutboxId>;
  company_id: CompanyId | null;
  lead_id: LeadId | null;
  kind: string;
  channel: MessageChannel;
  to_address: string;
  payload: ColumnType<Record<string, unknown>, string | undefined, string>;
  dedupe_key: string | null;
  status: Generated<MessageStatus>;
  created_at: Date;
}

export type OutboxRow = Selectable<OutboxTable>;
