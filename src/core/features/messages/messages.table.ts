import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Offer } from '#shared/features/estimates/offer-price.rules.ts';
import type { MessageChannel, MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId, MessageId, ScheduleId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    messages: MessagesTable;
    message_attempts: MessageAttemptsTable;
    texts_sent: TextsSentView;
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
  /** When the provider accepted the message. */
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

type Optional<Of> = ColumnType<Of | null, Of | null | undefined, Of | null>;

/** All messages: those that came in, and those that go out, from when they're planned. */
export interface MessagesTable {
  id: Generated<MessageId>;
  company_id: CompanyId | null;
  lead_id: LeadId | null;
  direction: ColumnType<'in' | 'out', 'in' | 'out' | undefined, never>;
  channel: MessageChannel;
  /** The outgoing message's kind, 'reply' for an incoming message, or 'mail.own'. */
  kind: string;
  /** 'received' for incoming messages, and only for those. Changed only by `move-message.ts`. */
  status: ColumnType<MessageStatus | 'received', MessageStatus | 'received' | undefined>;
  created_at: Generated<Date>;
  /**
   * When the message came in, or when it was last handed to its provider. Null while nothing of it has left, also while
   * it waits to be sent again.
   */
  at: Optional<Date>;
  /**
   * Every outgoing message that's read by this name has a due time. Follow-ups that have none (drafts, for example) are
   * read only through the view `follow_up_messages`.
   */
  due_at: ColumnType<Date, Date | null | undefined, Date | null>;
  first_due_at: Optional<Date>;
  sending_at: Optional<Date>;
  sent_at: Optional<Date>;
  claimed_until: Optional<Date>;
  /** The lease of the current try. It identifies the try even after the lease has ended. */
  try_lease: Optional<Date>;
  attempts: Generated<number>;
  tried_later: Generated<boolean>;
  /** False if a person wrote the message. For incoming messages: whether the message is an automatic reply. */
  automated: Generated<boolean>;
  /** For incoming messages: whether the message is a possible opt-out that hasn't been reviewed yet (C8). */
  unsure: Generated<boolean>;
  /** Null until an outgoing message is sent. */
  from_address: Optional<string>;
  /** Empty for a follow-up that hasn't been sent, because it's sent to the address that its lead has then. */
  to_address: string;
  subject: Optional<string>;
  /** The words that were sent or received. Null until an outgoing message is sent. */
  body: Optional<string>;
  /** A text's SID, once Twilio has accepted it. An email's Message-ID, once it's being sent. */
  provider_id: Optional<string>;
  error_code: Optional<string>;
  reason: Optional<string>;
  payload: ColumnType<Record<string, unknown>, string | undefined, string>;
  dedupe_key: Optional<string>;
  /** A follow-up's schedule. Null for all other messages, and for follow-ups of a schedule that was started again. */
  schedule_id: ColumnType<ScheduleId | null, ScheduleId | undefined, null>;
  step: ColumnType<number | null, number | undefined, number>;
  day: ColumnType<number | null, number | undefined, number>;
  /** A follow-up's words with tags, as the contractor wrote them. */
  template: ColumnType<string | null, string | undefined, string>;
  offer: StepColumns['offer'];
  /** For incoming emails: the full content. `body` contains only the newly written part. */
  whole_text: ColumnType<string | null, string | null | undefined, never>;
  /** The names of an incoming email's attachments. The files themselves aren't stored. */
  attachments: ColumnType<string[], string[] | undefined, never>;
}

/**
 * The tries of a message before its current one that failed or that may have arrived. A trigger adds them when the
 * message is to be sent again (`keep_attempt`). A try of which nothing left isn't kept.
 */
interface MessageAttemptsTable {
  id: Generated<string>;
  message_id: MessageId;
  company_id: CompanyId | null;
  at: Date;
  to_address: string;
  status: 'failed' | 'unknown';
  subject: string | null;
  body: string | null;
  provider_id: string | null;
  error_code: string | null;
}

/** A view of every text that reached its number or may have reached it: current tries and earlier ones. */
interface TextsSentView {
  message_id: MessageId;
  company_id: CompanyId | null;
  lead_id: LeadId | null;
  schedule_id: ScheduleId | null;
  kind: string;
  automated: boolean;
  to_address: string;
  at: Date;
}

export type MessageRow = Selectable<MessagesTable>;
