import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Offer } from '#shared/features/estimates/offer-price.rules.ts';
import type { MessageChannel, MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId, OutboxId, ScheduleId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    outbox: OutboxTable;
  }
}

/** The columns of a message that delivery reads and writes. */
export interface DeliveryColumns {
  /** Null only for a follow-up that's a draft, canceled or skipped. */
  due_at: Date | null;
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

/** What a follow-up has in addition. */
export interface StepColumns {
  schedule_id: ScheduleId;
  step: number;
  day: number;
  /** The offer that the message makes. Null if it makes none. */
  offer: ColumnType<Offer | null, string | null | undefined, string | null>;
}

/** All outgoing messages, from when they're planned. */
export interface OutboxTable extends Omit<DeliveryColumns, 'status' | 'due_at'> {
  id: Generated<OutboxId>;
  company_id: CompanyId | null;
  lead_id: LeadId | null;
  kind: string;
  channel: MessageChannel;
  /** Empty for a follow-up, which is sent to the address that its lead has then. */
  to_address: string;
  payload: ColumnType<Record<string, unknown>, string | undefined, string>;
  dedupe_key: string | null;
  /** Follow-ups that have none (drafts, for example) are read only through the view `follow_up_messages`. */
  due_at: ColumnType<Date, Date | null, Date | null>;
  status: Generated<MessageStatus>;
  created_at: Date;
  /** A follow-up's schedule. Null for all other messages, which don't have the columns below either. */
  schedule_id: ColumnType<ScheduleId | null, ScheduleId | undefined, never>;
  step: ColumnType<number | null, number | undefined, number>;
  day: ColumnType<number | null, number | undefined, number>;
  /** The contractor's words with tags. The thread has the words that were sent. */
  template: ColumnType<string | null, string | undefined, string>;
  offer: StepColumns['offer'];
}

export type OutboxRow = Selectable<OutboxTable>;
