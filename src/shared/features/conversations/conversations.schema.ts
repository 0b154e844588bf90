import { z } from 'zod';
import { leadIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { pageFields } from '../../primitives/paging.ts';
import { line, optional, paragraph } from '../../primitives/text.ts';
import { messageChannelSchema } from '../follow-ups/follow-ups.schema.ts';

/**
 * The maximum length of a message that the contractor types, in characters. A text may have at most 1,600 characters,
 * including the company's name and the STOP hint. An email may be longer.
 */
export const MAX_TYPED_TEXT = 1_600;
export const MAX_TYPED_MAIL = 20_000;

/**
 * A message's status. 'scheduled' means that the message is waiting for its send time or a retry. 'received' means that
 * the homeowner sent it.
 */
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

/** A message as the contractor typed it. */
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
  /**
   * 'page' means that the message was sent on the estimate page or in the widget. 'call' is a phone call that a member
   * logged, with their private note as its text.
   */
  channel: z.enum(['sms', 'email', 'page', 'call']),
  /** The kind of message, such as 'Follow-up' or 'Question'. Null for a message that a person typed. */
  label: z.string().nullable(),
  at: z.string(),
  state: threadStateSchema,
  /** Why the message is waiting, failed or wasn't sent, in a sentence for the contractor. */
  reason: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string(),
  /** Whether `messages.whole` returns more text, such as an email's quoted history. */
  hasWhole: z.boolean(),
  /** Names of attached files that weren't stored. */
  attachments: z.array(z.string()),
  /** The sender's email address, if it differs from the lead's. */
  sender: z.string().nullable(),
  /** Whether the message is an automatic reply, such as an out-of-office notice. */
  automatic: z.boolean(),
  /**
   * Whether the message may be an opt-out and is waiting for the contractor's decision (`messages.decideOptOut`).
   * `reason` explains why.
   */
  unsure: z.boolean(),
  /** Whether the email was too large or too complex to parse. `reason` says which. */
  unreadable: z.boolean(),
  /**
   * The message's id, for `followUps.resolveUnknown` and `messages.cancel`. Null if there is none.
   */
  rowId: z.string().nullable(),
  /** The contractor's typed text, for editing. Null unless the message is still waiting or will never be sent. */
  again: typedAgainView.nullable(),
});
export type ThreadItem = z.infer<typeof threadItemView>;

export const threadInput = z.strictObject({ leadId: leadIdSchema, ...pageFields });
/** The messages, newest first. Pass `nextCursor` to get older ones. */
export const threadView = z.object({ items: z.array(threadItemView), nextCursor: z.string().nullable() });

export const wholeMessageInput = z.strictObject({ messageId: uuidSchema() });
export const wholeMessageView = z.object({ text: z.string() });

/** Why a person can't be texted, such as an opt-out, missing consent or an unregistered sender. */
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
/** The channels that the contractor can currently use to write to a lead. */
export const waysView = z.object({
  sms: z.object({
    allowed: z.boolean(),
    /** Why texting isn't allowed, as a code and a sentence. Both are null if it's allowed. */
    refusal: smsRefusalSchema.nullable(),
    reason: z.string().nullable(),
    /**
     * When texting hours begin (`opensAt`), and why texts can't be sent now (`why`). Both are set only if texting is
     * allowed but the current time is outside texting hours. Otherwise, both are null.
     */
    opensAt: z.string().nullable(),
    why: z.string().nullable(),
    /** Whether this would be the first text to the number. A first text must say how to opt out (C6). */
    first: z.boolean(),
  }),
  email: z.object({
    allowed: z.boolean(),
    reason: z.string().nullable(),
    /** The default subject. If there are earlier emails, it's the subject of a reply to the last one. */
    subject: z.string(),
  }),
  companyName: z.string(),
  /** The homeowner's time zone, used to display `opensAt`. */
  zone: z.string(),
});
export type WaysView = z.infer<typeof waysView>;

/**
 * A message from the contractor. If a request is repeated with the same `idempotencyKey`, the message isn't sent again.
 * Outside texting hours, a text is rejected unless `whenAllowed` is true. If it is, the text is sent as soon as texting
 * hours begin.
 */
export const messageSendInput = z.strictObject({
  leadId: leadIdSchema,
  channel: messageChannelSchema,
  text: paragraph(MAX_TYPED_MAIL).refine(
    (text) => text !== '',
    'Write a message, such as “Saturday at 9 works for us”',
  ),
  subject: optional(line('a subject', 200)),
  idempotencyKey: uuidSchema('This isn’t a valid key'),
  whenAllowed: z.boolean().default(false),
});
export type MessageSendInput = z.infer<typeof messageSendInput>;
/** `at` is the earliest time at which the message can be sent. */
export const messageSendView = z.object({ id: z.string(), at: z.string() });

export const noteStopInput = z.strictObject({ leadId: leadIdSchema, channel: messageChannelSchema });
/** `stop` is true if the message is an opt-out, and false for an ordinary reply. */
export const decideOptOutInput = z.strictObject({ messageId: uuidSchema(), stop: z.boolean() });
/** The lead whose person's undecided messages are read. */
export const undecidedInput = z.strictObject({ leadId: leadIdSchema });
/** A message that waits for a decision. `leadId` is the lead that it was sent to, which may be another of the person's. */
export const undecidedView = z.array(
  z.object({
    messageId: z.string(),
    leadId: z.string(),
    channel: messageChannelSchema,
    text: z.string(),
    at: z.string(),
  }),
);
export type UndecidedMessage = z.infer<typeof undecidedView>[number];
/** A decision about all of a person's messages that wait for one. */
export const decideInput = z.strictObject({ leadId: leadIdSchema, wish: z.enum(['opt_out', 'reply']) });
export type Decision = z.infer<typeof decideInput>['wish'];
/** The decision that stands after the call. */
export const decideView = z.object({ wish: z.enum(['opt_out', 'reply']) });
export const messageByIdInput = z.strictObject({ messageId: uuidSchema() });
export const markReadInput = z.strictObject({ leadId: leadIdSchema });
