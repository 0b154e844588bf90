import type { ColumnType, Generated, Selectable } from 'kysely';
import type { MessageChannel, MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId, OutboxId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    outbox: OutboxTable;
  }
}

/** What follow_up_messages and outbox share: everything that delivery needs. */
export interface DeliveryColumns {
  due_at: Date;
  /** When it should have gone out, where further tries have put due_at off; null: due_at is it. */
  first_due_at: ColumnType<Date | null, Date | null | undefined>;
  status: MessageStatus;
  /** How often a provider was asked to take it, or it could not even be made. */
  attempts: Generated<number>;
  /** Whether the one try, later, that 30003 and 30008 are worth was had (T8). */
  tried_later: Generated<boolean>;
  /** A lease in real time: whoever holds it is sending. */
  claimed_until: Date | null;
  sending_at: Date | null;
  provider_id: string | null;
  sent_at: Date | null;
  /** Why it was not sent, or was moved, in words for the contractor. */
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
