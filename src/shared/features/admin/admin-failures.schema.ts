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
  /** Such as 'Follow-up 2' or 'Estimate'. */
  what: z.string(),
  channel: messageChannelSchema,
  status: z.enum(['failed', 'unknown']),
  reason: z.string().nullable(),
  attempts: z.int(),
  /** When it was last tried, as ISO 8601. */
  at: z.string(),
  company: z.object({ id: z.string(), name: z.string() }).nullable(),
  to: z.string().nullable(),
  /** Why an admin can't retry it; null if they can. */
  noRetry: z.string().nullable(),
  /** Whether an admin can dismiss it, which removes it from the list. */
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
/** `retried` is false if the event was already waiting. */
export const retriedView = z.object({ retried: z.boolean() });

export const stripeEventIdSchema = z.string().regex(/^evt_[A-Za-z0-9_]{1,200}$/, 'This isn’t an event id');
export const retryEventInput = z.strictObject({ id: stripeEventIdSchema });
/** `nextTryAt` is null if it is retried only on request. */
export const stripeFailureView = z.object({
  id: z.string(),
  type: z.string(),
  /** The connected account of the event; null for the platform's own. */
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
  /** 'Anonymous' if no name was given. */
  name: z.string(),
  email: z.string().nullable(),
  category: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
  /** Whether its company was on Pro, or had free access, when it was written. */
  priority: z.boolean(),
  /** When it was first answered. */
  answeredAt: z.string().nullable(),
  /** Whether it waits longer than promised. */
  overdue: z.boolean(),
  /** Where an answer goes: the given address, or the account's. Null if there is none. */
  answerTo: z.string().nullable(),
  /** Oldest first. */
  replies: z.array(feedbackReplyView),
});
export type AdminFeedbackView = z.infer<typeof adminFeedbackView>;
export const feedbackListView = listOf(adminFeedbackView);
export const markReadInput = z.strictObject({ id: feedbackIdSchema, read: z.boolean() });

/** A BullMQ queue. `counts` is null if the queue's store doesn't answer. */
const queueCounts = z.object({ name: z.string(), counts: z.record(z.string(), z.int()).nullable() });
export const messageProviderSchema = z.enum(['twilio', 'smtp']);
export type MessageProviderName = z.infer<typeof messageProviderSchema>;
/**
 * The state of the text service or the mail server. `since` is null while it is available. Instants are ISO 8601 in
 * real time.
 */
const providerHealth = z.object({
  provider: messageProviderSchema,
  since: z.string().nullable(),
  /** 'failing': it doesn't answer or returns errors. 'account': it rejects our credentials, account or settings. */
  cause: z.enum(['failing', 'account']).nullable(),
  /** Its last error code, such as '20003'. */
  code: z.string().nullable(),
  /** Seconds until the next probe; 0 means at the next sweep. */
  triesInSeconds: z.number().nullable(),
  /** Due messages that wait for it. */
  waiting: z.int(),
  /** How often it has been down in all. */
  openings: z.int(),
});
export type ProviderHealth = z.infer<typeof providerHealth>;
export const tryProviderInput = z.strictObject({ provider: messageProviderSchema });

export const queueHealthView = z.object({
  due: z.int(),
  /** How late the oldest due message is, in seconds; null if none is due. */
  lateSeconds: z.number().nullable(),
  sending: z.int(),
  unknown: z.int(),
  stripeWaiting: z.int(),
  queues: z.array(queueCounts),
  providers: z.array(providerHealth),
  workers: z.object({
    /** Workers that swept within the last 30 seconds. */
    alive: z.int(),
    /** In real time; null if there was none within a day. */
    lastSweepSeconds: z.number().nullable(),
  }),
});
export type QueueHealthView = z.infer<typeof queueHealthView>;

/** How many people the platform messages for the first time, and whether an admin has paused that. */
export const newPeopleView = z.object({
  /** In the last hour of the business clock. */
  lastHour: z.int(),
  /** At this many in an hour, the admins are alerted. */
  alertAt: z.int(),
  /** Undecided held leads of the last 24 hours. */
  held: z.int(),
  /** An ISO 8601 instant; null if it isn't paused. */
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

/** Seven days, oldest first, as 'YYYY-MM-DD' in UTC. Each list has one entry per day. */
export const figuresView = z.object({
  days: z.array(z.string()),
  /** Messages that were accepted, that failed, and that are unconfirmed. */
  sent: z.array(z.int()),
  failed: z.array(z.int()),
  unknown: z.array(z.int()),
  /** The delay of 95 % of messages, in seconds; null if none were sent. */
  lateSeconds: z.array(z.number().nullable()),
  /** Today and the following days, with the messages due on each. */
  daysAhead: z.array(z.string()),
  queued: z.array(z.int()),
  signUps: z.array(z.int()),
  /** Our fees on payments, plus lead credits. */
  revenueCents: z.array(z.int()),
  /** The monthly total of the currently paid plans. */
  plansCents: z.int(),
  /** Leads that were held for review. */
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
