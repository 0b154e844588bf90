import { z } from 'zod';
import { leadIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { pageFields } from '../../primitives/paging.ts';
import { line, optional, paragraph } from '../../primitives/text.ts';
import { messageChannelSchema } from '../follow-ups/follow-ups.schema.ts';

/** A text holds 1,600 characters with the company's name and the STOP hint; an email any reasonable length. */
export const MAX_TYPED_TEXT = 1_600;
export const MAX_TYPED_MAIL = 20_000;

/** A message's status; `scheduled` waits for its hour or a retry, `received` is the homeowner's. */
export const threadStateSchema = z.enum([
  'scheduled',
  'sending',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'skipped',
  'cancelled',
  'received',
]);
export type ThreadState = z.infer<typeof threadStateSchema>;

/** A message typed by the contractor, verbatim. */
export const typedAgainView = z.object({
  channel: messageChannelSchema,
  text: z.string(),
  subject: z.string().nullable(),
});
export type TypedAgain = z.infer<typeof typedAgainView>;

/** One message, in either direction. */
export const threadItemView = z.object({
  id: z.string(),
  from: z.enum(['homeowner', 'company']),
  /** `page`: on the estimate page or in the widget. */
  channel: z.enum(['sms', 'email', 'page']),
  /** A label, such as 'Follow-up' or 'Question'; null for a message that a person wrote. */
  label: z.string().nullable(),
  at: z.string(),
  state: threadStateSchema,
  /** Why it waits, failed or wasn't sent, for the contractor. */
  reason: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string(),
  /** Whether `messages.whole` has more: an email's quoted history. */
  hasWhole: z.boolean(),
  /** Names of attached files that weren't stored. */
  attachments: z.array(z.string()),
  /** The sender's address, if it isn't the lead's. */
  sender: z.string().nullable(),
  /** An automatic reply. */
  automatic: z.boolean(),
  /** A possible opt-out that nobody has decided about yet; `reason` says so: `messages.decideUnsure`. */
  unsure: z.boolean(),
  /** An incoming email that was too large or too complex to parse, as `reason` says. */
  unreadable: z.boolean(),
  /** The row that sent it, for `followUps.resolveUnknown` and `messages.cancel`, if available. */
  rowId: z.string().nullable(),
  /** What the contractor typed, if it waits, or wasn't sent and never will be: for rewriting it. */
  again: typedAgainView.nullable(),
});
export type ThreadItem = z.infer<typeof threadItemView>;

export const threadInput = z.strictObject({ leadId: leadIdSchema, ...pageFields });
/** Newest first; `nextCursor` returns earlier ones. */
export const threadView = z.object({ items: z.array(threadItemView), nextCursor: z.string().nullable() });

export const wholeMessageInput = z.strictObject({ messageId: uuidSchema() });
export const wholeMessageView = z.object({ text: z.string() });

/** Why a person can't be texted: an opt-out, missing consent, or the contractor's sender. */
export const smsRefusalSchema = z.enum([
  'no_phone',
  'not_textable',
  'opted_out',
  'no_consent',
  'not_registered',
  'paused',
  'no_lawful_hour',
]);
export type SmsRefusal = z.infer<typeof smsRefusalSchema>;

export const waysInput = z.strictObject({ leadId: leadIdSchema });
/** How the contractor can write to a lead now. */
export const waysView = z.object({
  sms: z.object({
    allowed: z.boolean(),
    /** Why not, as a code and a sentence; null if they can. */
    refusal: smsRefusalSchema.nullable(),
    reason: z.string().nullable(),
    /** If they can, but not now: from when and why; null if they can now. */
    opensAt: z.string().nullable(),
    why: z.string().nullable(),
    /** Whether it would be the first text to this number, which says how to stop (C6). */
    first: z.boolean(),
  }),
  email: z.object({
    allowed: z.boolean(),
    reason: z.string().nullable(),
    /** The default email subject: a reply to the last one, if any. */
    subject: z.string(),
  }),
  companyName: z.string(),
  /** The zone in which `opensAt` is the homeowner's time. */
  zone: z.string(),
});
export type WaysView = z.infer<typeof waysView>;

/**
 * A message from the contractor. The same `idempotencyKey` is the same message. `whenAllowed`: a text that can't be
 * sent now is sent as soon as it can; without it, it is refused.
 */
export const messageSendInput = z.strictObject({
  leadId: leadIdSchema,
  channel: messageChannelSchema,
  text: paragraph(MAX_TYPED_MAIL).refine(
    (text) => text !== '',
    'Write a message, such as ‘Saturday at 9 works for us’',
  ),
  subject: optional(line('a subject', 200)),
  idempotencyKey: uuidSchema('This isn’t a valid key'),
  whenAllowed: z.boolean().default(false),
});
export type MessageSendInput = z.infer<typeof messageSendInput>;
/** `at`: when it is sent, at the earliest. */
export const messageSendView = z.object({ id: z.string(), at: z.string() });

export const noteStopInput = z.strictObject({ leadId: leadIdSchema, channel: messageChannelSchema });
/** `stop`: it is an opt-out; otherwise an ordinary reply. */
export const decideUnsureInput = z.strictObject({ messageId: uuidSchema(), stop: z.boolean() });
export const messageByIdInput = z.strictObject({ messageId: uuidSchema() });
export const markReadInput = z.strictObject({ leadId: leadIdSchema });
