import type { Transaction } from 'kysely';
import type { Reminder } from '#shared/features/reminders/reminder.rules.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Database } from '../../platform/db/tables.ts';

/** Every kind of message that leaves because of a fact; `outbox-kinds.ts` in the worker renders each. */
export type OutboxKindName =
  | 'lead.received'
  | 'lead.notice'
  | 'estimate.sent'
  | 'estimate.signed'
  | 'estimate.accepted'
  | 'estimate.declined'
  | 'estimate.question'
  | 'schedule.stopped'
  | 'opt-out.confirmation'
  | 'opt-in.confirmation'
  | 'help.answer'
  | 'message.typed'
  | 'reply.notice'
  | 'auth.code'
  | 'auth.verify'
  | 'auth.reset'
  | 'auth.known'
  | 'auth.changed'
  | 'company.code'
  | 'feedback.received'
  | 'payment.notice'
  | 'payment.receipt'
  | 'payment.failed'
  | 'texts.refused'
  | 'admin.alert'
  | ReminderKindName;

/** A reminder waits in the outbox for its day. */
export type ReminderKindName = `reminder.${Reminder}`;

/** What the contractor typed himself. */
export const TYPED = 'message.typed' satisfies OutboxKindName;

export interface NewOutboxMessage {
  /** Null: the platform's own mail, of a kind that has a `platformMail`; only the role that crosses tenants writes it. */
  companyId: CompanyId | null;
  leadId: LeadId | null;
  kind: OutboxKindName;
  channel: MessageChannel;
  to: string;
  /** Ids and short words only, for the row of the thing itself carries the truth; or what a person typed to be sent. */
  payload?: Record<string, unknown>;
  /** The same key again writes nothing: what makes a fact's message go out once. */
  dedupeKey?: string;
  /** The business clock's time. */
  at: Date;
  /** When it is to go out, where that is later than `at`, and why it was moved there. */
  due?: { at: Date; moved: string | null };
}

/**
 * Writes a message to be sent, in the transaction of the fact that causes it (a company's, or one that crosses
 * tenants: accounts, tokens). Ring the bell after the commit.
 */
export const enqueueMessage = async (tx: Transaction<Database>, message: NewOutboxMessage): Promise<void> => {
  await tx
    .insertInto('outbox')
    .values({
      company_id: message.companyId,
      lead_id: message.leadId,
      kind: message.kind,
      channel: message.channel,
      to_address: message.to,
      payload: JSON.stringify(message.payload ?? {}),
      dedupe_key: message.dedupeKey ?? null,
      due_at: message.due?.at ?? message.at,
      reason: message.due?.moved ?? null,
      created_at: message.at,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
};
