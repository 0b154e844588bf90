import { z } from 'zod';
import { feedbackReplyView } from './feedback-inbox.schema.ts';
import { messageChannelSchema } from '../follow-ups/follow-ups.schema.ts';
import { companyIdSchema, feedbackIdSchema, uuidSchema } from '../../primitives/ids.ts';

const cursor = z.string().max(400).optional();
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** A failed or unconfirmed message. */
export const adminFailureView = z.object({
  id: z.string(),
  /** The message's name, such as 'Follow-up 2' or 'Estimate'. */
  what: z.string(),
  channel: messageChannelSchema,
  status: z.enum(['failed', 'unknown']),
  reason: z.string().nullable(),
  attempts: z.int(),
  /** When we last tried to send it, as ISO 8601. */
  at: z.string(),
  company: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The name of the lead that the message is to or about. Null if there isn't one. */
  lead: z.string().nullable(),
  to: z.string().nullable(),
  /** Why an admin can't resend the message. Null if they can. */
  noRetry: z.string().nullable(),
  /** Whether an admin can dismiss the message. Dismissing removes it from the list. */
  dismissable: z.boolean(),
});
export type AdminFailureView = z.infer<typeof adminFailureView>;

export const failuresInput = z
  .strictObject({ cursor, companyId: companyIdSchema.optional(), status: z.enum(['failed', 'unknown']).optional() })
  .default({});
export type FailuresInput = z.infer<typeof failuresInput>;
export const failuresView = listOf(adminFailureView);

/** The input for retrying or dismissing a message. */
export const decideMessageInput = z.strictObject({ id: uuidSchema() });
/** `retried` is false if the event was already queued. */
export const retriedView = z.object({ retried: z.boolean() });

export const stripeEventIdSchema = z.string().regex(/^evt_[A-Za-z0-9_]{1,200}$/, 'This isn’t an event ID');
export const retryEventInput = z.strictObject({ id: stripeEventIdSchema });
/** A Stripe event that couldn't be processed. `nextTryAt` is null if only an admin can retry the event. */
export const stripeFailureView = z.object({
  id: z.string(),
  type: z.string(),
  /** The connected account that the event is about. Null for the platform's own account. */
  account: z.string().nullable(),
  company: z.object({ id: z.string(), name: z.string() }).nullable(),
  error: z.string(),
  attempts: z.int(),
  receivedAt: z.string(),
  nextTryAt: z.string().nullable(),
});
export type StripeFailureView = z.infer<typeof stripeFailureView>;
export const stripeFailuresView = listOf(stripeFailureView);

export const feedbackListInput = z.strictObject({ cursor, unread: z.boolean().optional() }).default({});
export type FeedbackListInput = z.infer<typeof feedbackListInput>;
export const adminFeedbackView = z.object({
  id: z.string(),
  /** The author's name, or 'Anonymous' if they didn't give one. */
  name: z.string(),
  email: z.string().nullable(),
  category: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
  /** Whether the company was on Pro or had free access when the feedback was sent. */
  priority: z.boolean(),
  /** When an admin first answered. Null if unanswered. */
  answeredAt: z.string().nullable(),
  /** Whether the feedback has waited longer than the promised answer time. */
  overdue: z.boolean(),
  /**
   * The email address that answers are sent to: the one entered in the form, or else the account's email address. Null
   * if neither exists.
   */
  answerTo: z.string().nullable(),
  /** The thread's messages, oldest first. */
  replies: z.array(feedbackReplyView),
});
export type AdminFeedbackView = z.infer<typeof adminFeedbackView>;
export const feedbackListView = listOf(adminFeedbackView);
export const markReadInput = z.strictObject({ id: feedbackIdSchema, read: z.boolean() });

/** A BullMQ queue. `counts` is null if Redis doesn't respond. */
const queueCounts = z.object({ name: z.string(), counts: z.record(z.string(), z.int()).nullable() });
export const messageProviderSchema = z.enum(['twilio', 'smtp']);
export type MessageProviderName = z.infer<typeof messageProviderSchema>;
/**
 * The status of the SMS provider or the email server. `since` is the wall-clock time (ISO 8601) when the provider
 * became unavailable, or null while it's available.
 */
const providerHealth = z.object({
  provider: messageProviderSchema,
  since: z.string().nullable(),
  /**
   * 'failing' means that the provider doesn't respond or returns errors. 'account' means that it rejects our
   * credentials, account or settings.
   */
  cause: z.enum(['failing', 'account']).nullable(),
  /** The provider's last error code, such as '20003'. */
  code: z.string().nullable(),
  /** Seconds until the next probe. 0 means that the next sweep probes the provider. */
  triesInSeconds: z.number().nullable(),
  /** The number of due messages that are waiting for the provider. */
  waiting: z.int(),
  /** The total number of outages so far. */
  openings: z.int(),
});
export type ProviderHealth = z.infer<typeof providerHealth>;
export const tryProviderInput = z.strictObject({ provider: messageProviderSchema });

export const queueHealthView = z.object({
  due: z.int(),
  /** How late the oldest due message is, in seconds. Null if none is due. */
  lateSeconds: z.number().nullable(),
  sending: z.int(),
  unknown: z.int(),
  stripeWaiting: z.int(),
  queues: z.array(queueCounts),
  providers: z.array(providerHealth),
  workers: z.object({
    /** The number of workers that ran a sweep within the last 30 seconds. */
    alive: z.int(),
    /** Wall-clock seconds since the last sweep. Null if no sweep ran in the last 24 hours. */
    lastSweepSeconds: z.number().nullable(),
  }),
});
export type QueueHealthView = z.infer<typeof queueHealthView>;

/**
 * The number of people who got their first message from the platform, and whether an admin has paused first messages.
 */
export const newPeopleView = z.object({
  /** The number of people who got their first message within the last hour, by the business clock. */
  lastHour: z.int(),
  /** Admins are alerted when this many people get their first message within an hour. */
  alertAt: z.int(),
  /** The number of leads from the last 24 hours that are still waiting for review. */
  held: z.int(),
  /** When first messages were paused, as ISO 8601. Null if they aren't paused. */
  pausedAt: z.string().nullable(),
});
export type NewPeopleView = z.infer<typeof newPeopleView>;

export const pauseNewPeopleInput = z.strictObject({ paused: z.boolean() });

export const overviewView = z.object({
  failedMessages: z.int(),
  unknownMessages: z.int(),
  failedStripeEvents: z.int(),
  pendingRegistrations: z.int(),
  unreadFeedback: z.int(),
  newPeople: newPeopleView,
  queue: queueHealthView,
});
export type OverviewView = z.infer<typeof overviewView>;

/**
 * Figures for seven UTC days, oldest first. `days` contains dates such as '2026-03-08'. Each list has one entry per
 * day.
 */
export const figuresView = z.object({
  days: z.array(z.string()),
  /** The number of messages by outcome: accepted, failed or unconfirmed. */
  sent: z.array(z.int()),
  failed: z.array(z.int()),
  unknown: z.array(z.int()),
  /** The 95th percentile of the send delay, in seconds. Null if no messages were sent. */
  lateSeconds: z.array(z.number().nullable()),
  /** Today and the following days. `queued` is the number of messages due on each. */
  daysAhead: z.array(z.string()),
  queued: z.array(z.int()),
  signUps: z.array(z.int()),
  /** Our fees on payments, plus revenue from lead credits. */
  revenueCents: z.array(z.int()),
  /** The monthly revenue of all plans that are currently paid. */
  plansCents: z.int(),
  /** The number of leads that were held for review. */
  held: z.array(z.int()),
});
export type FiguresView = z.infer<typeof figuresView>;

const facts = z.record(z.string(), z.unknown()).nullable();
export const auditView = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  subjectKind: z.enum(['user', 'company', 'message', 'stripe_event', 'feedback', 'provider', 'platform']),
  subject: z.string(),
  before: facts,
  after: facts,
  ip: z.string().nullable(),
});
export type AuditView = z.infer<typeof auditView>;
export const auditListView = listOf(auditView);
