import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { MessageKind, PayloadSchema } from './define-message.ts';

export interface NewOutboxMessage<Payload extends PayloadSchema, Channel extends MessageChannel> {
  /** Null: the platform's own mail, of a kind that has a `platformMail`; only the role that crosses tenants writes it. */
  companyId: CompanyId | null;
  leadId: LeadId | null;
  kind: MessageKind<string, Payload, Channel>;
  channel: NoInfer<Channel>;
  to: string;
  payload: z.output<Payload>;
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
export const enqueueMessage = async <Payload extends PayloadSchema, Channel extends MessageChannel>(
  tx: Transaction<Database>,
  message: NewOutboxMessage<Payload, Channel>,
): Promise<void> => {
  await tx
    .insertInto('outbox')
    .values({
      company_id: message.companyId,
      lead_id: message.leadId,
      kind: message.kind.kind,
      channel: message.channel,
      to_address: message.to,
      payload: JSON.stringify(message.payload),
      dedupe_key: message.dedupeKey ?? null,
      due_at: message.due?.at ?? message.at,
      reason: message.due?.moved ?? null,
      created_at: message.at,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
};
