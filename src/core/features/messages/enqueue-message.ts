import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { MessageKind, PayloadSchema } from './define-message.ts';
import { TYPED } from './registry.ts';

export interface NewMessage<Payload extends PayloadSchema, Channel extends MessageChannel> {
  /**
   * Null for a platform email (a kind with `platformMail`). Only the cross-tenant role writes rows without a company.
   */
  companyId: CompanyId | null;
  leadId: LeadId | null;
  kind: MessageKind<string, Payload, Channel>;
  channel: NoInfer<Channel>;
  to: string;
  payload: z.output<Payload>;
  /** A second message with the same key isn't queued, so that an event sends only one message. */
  dedupeKey?: string;
  /** The current time by the business clock. */
  at: Date;
  /** When and why the message is sent later than `at`. If omitted, the message is due at `at`. */
  due?: { at: Date; moved: string | null };
}

/**
 * Queues a message in the same transaction as the event that causes it. The transaction may be a company's or, for
 * accounts and tokens, cross-tenant. The caller must enqueue a wake-up job after the commit.
 */
export const enqueueMessage = async <Payload extends PayloadSchema, Channel extends MessageChannel>(
  tx: Transaction<Database>,
  message: NewMessage<Payload, Channel>,
): Promise<void> => {
  await tx
    .insertInto('messages')
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
      automated: message.kind.kind !== TYPED,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').where('dedupe_key', 'is not', null).doNothing())
    .execute();
};
