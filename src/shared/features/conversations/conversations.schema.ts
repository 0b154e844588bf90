import { z } from 'zod';
import { leadIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { pageFields } from '../../primitives/paging.ts';
import { line, optional, paragraph } from '../../primitives/text.ts';
import { messageChannelSchema } from '../follow-ups/follow-ups.schema.ts';

/** A text holds 1,600 characters with the company's name and the STOP hint; a mail as much as anyone reads. */
export const MAX_TYPED_TEXT = 1_600;
export const MAX_TYPED_MAIL = 20_000;

/** What became of a message; `scheduled` waits for its hour or its next try, `received` is the homeowner's. */
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

/** A message that the contractor typed, in his words alone. */
export const typedAgainView = z.object({
  channel: messageChannelSchema,
  text: z.string(),
  subject: z.string().nullable(),
});
export type TypedAgain = z.infer<typeof typedAgainView>;

/** One thing that was said, in either direction. */
export const threadItemView = z.object({
  id: z.string(),
  from: z.enum(['homeowner', 'company']),
  /** `page`: on the estimate's page or in the widget. */
  channel: z.enum(['sms', 'email', 'page']),
  /** Words for what it is, such as 'Follow-up' or 'Question'; null for what a person wrote as a message. */
  label: z.string().nullable(),
  at: z.string(),
  state: threadStateSchema,
  /** Why it waits, failed or was not sent, in words for the contractor. */
  reason: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string(),
  /** Whether `messages.whole` has more: the quoted history of a mail. */
  hasWhole: z.boolean(),
  /** Names of files that came with it and were not kept. */
  attachments: z.array(z.string()),
  /** The address it came from, where it is not the lead's. */
  sender: z.string().nullable(),
  /** Written by an answering machine. */
  automatic: z.boolean(),
  /** It may be a wish to get no more, `reason` says so, and nobody has decided yet: `messages.decideUnsure`. */
  unsure: z.boolean(),
  /** An email that came in and was too large or too complex to be read, as `reason` says. */
  unreadable: z.boolean(),
  /** The row that sent it, for `followUps.resolveUnknown` and `messages.cancel`: where either can be asked for. */
  rowId: z.string().nullable(),
  /** What the contractor typed, where it waits, or was not sent and never will be: to be written again. */
  again: typedAgainView.nullable(),
});
export type ThreadItem = z.infer<typeof threadItemView>;

export const threadInput = z.strictObject({ leadId: leadIdSchema, ...pageFields });
/** Newest first; `nextCursor` leads to earlier ones. */
export const threadView = z.object({ items: z.array(threadItemView), nextCursor: z.string().nullable() });

export const wholeMessageInput = z.strictObject({ messageId: uuidSchema() });
export const wholeMessageView = z.object({ text: z.string() });

/** Why no text may go to a person: by his own wish, by a missing one, or by what the contractor's sender may do. */
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
/** How the contractor can write to a lead at this moment. */
export const waysView = z.object({
  sms: z.object({
    allowed: z.boolean(),
    /** Why not, for programs and in words; null where it is allowed. */
    refusal: smsRefusalSchema.nullable(),
    reason: z.string().nullable(),
    /** Where it is allowed and not now: from when on, and why, in words; null where it may leave now. */
    opensAt: z.string().nullable(),
    why: z.string().nullable(),
    /** Whether it would be the first text to this number, which says how to stop (C6). */
    first: z.boolean(),
  }),
  email: z.object({
    allowed: z.boolean(),
    reason: z.string().nullable(),
    /** What a mail would be about: an answer to the last one where there is one. */
    subject: z.string(),
  }),
  companyName: z.string(),
  /** The zone in which `opensAt` is the homeowner's time. */
  zone: z.string(),
});
export type WaysView = z.infer<typeof waysView>;

/**
 * What the contractor types. The same `idempotencyKey` again is the same message. `whenAllowed`: a text that may not
 * leave now goes out as soon as it may; without it such a text is refused.
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
/** `at`: when it goes out, at the earliest. */
export const messageSendView = z.object({ id: z.string(), at: z.string() });

export const noteStopInput = z.strictObject({ leadId: leadIdSchema, channel: messageChannelSchema });
/** `stop`: the words mean it; else they are a reply as any other. */
export const decideUnsureInput = z.strictObject({ messageId: uuidSchema(), stop: z.boolean() });
export const messageByIdInput = z.strictObject({ messageId: uuidSchema() });
export const markReadInput = z.strictObject({ leadId: leadIdSchema });
