import type { ColumnType, Generated } from 'kysely';
import type { Reminder } from '#shared/features/reminders/reminder.rules.ts';
import type { CompanyId, FollowUpMessageId, LeadId, MessageId, OutboxId, ScheduleId } from '#shared/primitives/ids.ts';
import type {
  FollowUpChannel,
  MessageChannel,
  MessageStatus,
  ScheduleStatus,
} from '#shared/features/follow-ups/follow-ups.schema.ts';

export interface FollowUpSchedulesTable {
  id: Generated<ScheduleId>;
  company_id: CompanyId;
  /** Null where it ended because its lead was merged into one that has its own. */
  lead_id: LeadId | null;
  status: ScheduleStatus;
  channel: FollowUpChannel;
  activated_at: Date | null;
  stopped_at: Date | null;
  stop_reason: string | null;
  created_at: Date;
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

export interface FollowUpMessagesTable extends Omit<DeliveryColumns, 'due_at'> {
  id: Generated<FollowUpMessageId>;
  company_id: CompanyId;
  lead_id: LeadId;
  schedule_id: ScheduleId;
  step: number;
  day: number;
  channel: MessageChannel;
  body: string;
  due_at: Date | null;
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

/** What a company set for a reminder; without a row it is off. */
export interface ReminderRulesTable {
  company_id: CompanyId;
  rule: Reminder;
  enabled: boolean;
  /** 1 to 30. */
  days: number;
  channel: FollowUpChannel;
  message: string;
  /** Of the review request only. */
  review_url: string | null;
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

export interface OptOutsTable {
  id: Generated<string>;
  company_id: CompanyId | null;
  channel: MessageChannel;
  address: string;
  sender: string | null;
  source: 'reply' | 'carrier' | 'unsubscribe' | 'bounce' | 'complaint' | 'contractor' | 'soft_bounces';
  words: string | null;
  created_at: Date;
  lifted_at: Date | null;
}

/** A mail that came back, or was reported as spam (C26). */
export interface MailBouncesTable {
  id: Generated<string>;
  company_id: CompanyId;
  /** In lower case. */
  address: string;
  kind: 'hard' | 'soft' | 'complaint';
  code: string | null;
  source_id: string | null;
  at: Date;
}

/** A template that carriers filter (T9), by the hash of its text. */
export interface StoppedTemplatesTable {
  company_id: CompanyId;
  template_hash: string;
  code: string;
  at: Date;
}
