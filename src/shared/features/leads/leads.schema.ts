import { z } from 'zod';
import { leadIdSchema } from '../../primitives/ids.ts';
import { pageFields } from '../../primitives/paging.ts';
import { smsRefusalSchema } from '../messages/messages.schema.ts';
import { LEAD_STATUSES } from './lead-status.labels.ts';

export { LEAD_STATUS_LABEL, type LeadStatus } from './lead-status.labels.ts';
export const leadStatusSchema = z.enum(LEAD_STATUSES);
export const leadOutcomeSchema = z.enum(['won', 'lost']);
export type LeadOutcome = z.infer<typeof leadOutcomeSchema>;
export const leadSourceSchema = z.enum(['widget', 'manual', 'csv', 'agent']);
export type LeadSource = z.infer<typeof leadSourceSchema>;

export const followUpStatusSchema = z.enum(['none', 'draft', 'active', 'stopped', 'done']);
export type FollowUpStatus = z.infer<typeof followUpStatusSchema>;

/** What of the homeowner's waits for the contractor's answer. */
export const awaitedAnswerSchema = z.enum(['question', 'reply']);
export type AwaitedAnswer = z.infer<typeof awaitedAnswerSchema>;

/** A lead as the dashboard sees it. Feet are decimal, money is cents, instants are ISO 8601. */
export const leadView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  zip: z.string().nullable(),
  perimeter: z.number().nullable(),
  gateCount: z.number().int(),
  materialId: z.string().nullable(),
  materialType: z.string().nullable(),
  quoteCents: z.number().int().nullable(),
  notes: z.string(),
  source: leadSourceSchema,
  status: leadStatusSchema,
  outcome: leadOutcomeSchema.nullable(),
  /** Why it was won or lost, in the contractor's words. */
  outcomeReason: z.string().nullable(),
  awaitsAnswer: awaitedAnswerSchema.nullable(),
  /** What the homeowner said since the conversation was last opened, and what may not have arrived. */
  unread: z.number().int(),
  followUpStatus: followUpStatusSchema,
  /** The next message of an active schedule. */
  nextFollowUp: z.object({ channel: z.enum(['sms', 'email']), dueAt: z.string() }).nullable(),
  /** The newest estimate's finer state, null where none was sent. */
  estimateStatus: z.string().nullable(),
  estimateSentAt: z.string().nullable(),
  lastContactAt: z.string().nullable(),
  createdAt: z.string(),
  archivedAt: z.string().nullable(),
  /** Whether it waits in Review: it is in no other list or count, and no message leaves because of it. */
  held: z.boolean(),
  /** Why, as codes (`heldReasonText` has the words); empty where it is not held. */
  heldFor: z.array(z.string()),
  /** When it was marked as spam; only of a held lead. */
  spamAt: z.string().nullable(),
  /** Whether an automated text may go to this lead at all and, where not, why, in words for the contractor. */
  sms: z.object({
    allowed: z.boolean(),
    /** Why not, for programs and in words; null where they may go. */
    refusal: smsRefusalSchema.nullable(),
    reason: z.string().nullable(),
    consentAt: z.string().nullable(),
  }),
});
export type LeadView = z.infer<typeof leadView>;

export const leadListInput = z.strictObject({
  ...pageFields,
  limit: z.number().int().min(1).max(100).default(50),
  search: z.string().trim().max(200).optional(),
  status: leadStatusSchema.optional(),
  sort: z.enum(['newest', 'oldest', 'name']).default('newest'),
  archived: z.boolean().default(false),
  /** Only those that wait for an answer. */
  awaiting: z.boolean().default(false),
  /** Only those with something unread, archived ones too. */
  unread: z.boolean().default(false),
  /** Held leads only, which no other list has; `archived`, `status`, `awaiting` and `unread` don't count then. */
  review: z.boolean().default(false),
  /** With `review`: those that were marked as spam instead. */
  spam: z.boolean().default(false),
});
export type LeadListInput = z.infer<typeof leadListInput>;

/** `nextCursor` is opaque; null on the last page. */
export const leadListView = z.object({ items: z.array(leadView), nextCursor: z.string().nullable() });

/** What stands above the list, archived leads left out: leads and their quoted cents by status, and who waits. */
export const leadSummaryView = z.object({
  statuses: z.record(leadStatusSchema, z.object({ count: z.number().int(), cents: z.number().int() })),
  total: z.number().int(),
  /** Leads whose homeowner waits for an answer: how many, and the one who spoke last. */
  awaiting: z.object({
    count: z.number().int(),
    newest: z.object({ id: z.string(), name: z.string(), answer: awaitedAnswerSchema }).nullable(),
  }),
  /** What homeowners said and nobody has opened, archived leads too. */
  unread: z.object({ leads: z.number().int(), messages: z.number().int() }),
  /** Held leads that nobody has decided about, in no other figure here; counted up to 1,000. */
  review: z.number().int(),
});
export type LeadSummaryView = z.infer<typeof leadSummaryView>;

export const timelineKindSchema = z.enum([
  'lead_created',
  'note',
  'status_changed',
  'estimate_sent',
  'estimate_viewed',
  'estimate_accepted',
  'estimate_declined',
  'question',
  'schedule_activated',
  'schedule_stopped',
  'message_sent',
  'message_delivered',
  'message_failed',
  'message_skipped',
  'message_unknown',
  'reply_received',
  'opted_out',
  'opted_in',
  'payment',
  'refund',
  'dispute',
]);
export type TimelineKind = z.infer<typeof timelineKindSchema>;

/**
 * What each kind carries in `data` (all optional for a reader: rows outlive versions of the code):
 * - lead_created {source, perimeter, gateCount, materialType, quoteCents, notes}
 * - note {text, outcome, reason, automatic}: outcome 'won', 'lost' or 'reopened' where it tells of one; automatic where it
 *   answers nothing, as that the form was sent again; status_changed {from, to}
 * - estimate_sent {number, version, totalCents, resend, options}; estimate_viewed {number, count}; estimate_declined {reason}
 * - schedule_activated {channel, steps: [{day, dueAt}]}; schedule_stopped {reason}
 * - message_* {channel, kind, step, subject, body, reason}; message_unknown {messageId}: the row that sent it
 * - reply_received {channel, text, from, subject, automatic, unsure, unreadable, messageId, reason}: automatic where an
 *   answering machine wrote it, unsure where it may be a wish to get no more, unreadable where we could not read it;
 *   messageId is its own
 * - estimate_accepted {number, totalCents, signedBy, option}
 * - opted_out, opted_in {channel, words, source, by}: by the member of the company who noted it; question {text}
 * - payment, refund, dispute {number, what: 'deposit'|'full'|'balance', totalCents (the amount itself), method, reason,
 *   outcome}: of a payment 'processing', 'failed' or 'extra', of a refund 'failed', of a dispute 'opened', 'won' or
 *   'lost'; none: it succeeded
 */
export const timelineDataSchema = z.looseObject({
  source: z.string().optional(),
  perimeter: z.number().nullish(),
  gateCount: z.number().optional(),
  materialType: z.string().nullish(),
  quoteCents: z.number().nullish(),
  notes: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  number: z.string().optional(),
  version: z.number().optional(),
  totalCents: z.number().optional(),
  resend: z.boolean().optional(),
  count: z.number().optional(),
  reason: z.string().nullish(),
  channel: z.string().optional(),
  kind: z.string().optional(),
  step: z.number().optional(),
  steps: z.array(z.object({ day: z.number(), dueAt: z.string() })).optional(),
  subject: z.string().nullish(),
  body: z.string().optional(),
  text: z.string().optional(),
  words: z.string().nullish(),
  what: z.string().optional(),
  method: z.string().nullish(),
  outcome: z.string().optional(),
  option: z.string().optional(),
  options: z.number().optional(),
  signedBy: z.string().optional(),
  automatic: z.boolean().optional(),
  messageId: z.string().optional(),
  unsure: z.boolean().optional(),
  unreadable: z.boolean().optional(),
  by: z.string().optional(),
});
export type TimelineData = z.infer<typeof timelineDataSchema>;

export const timelineInput = z.strictObject({
  leadId: leadIdSchema,
  ...pageFields,
});
/** Newest first. */
export const timelineView = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      kind: timelineKindSchema,
      at: z.string(),
      data: timelineDataSchema,
      /** A person has to decide: a message may not have arrived, or may be a wish to get no more. */
      open: z.boolean(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type TimelineItem = z.infer<typeof timelineView>['items'][number];

/** 'accept' lets a held lead in, and its messages go; 'spam' keeps it out. Either may be said again the other way. */
export const leadReviewInput = z.strictObject({ leadId: leadIdSchema, decision: z.enum(['accept', 'spam']) });
export type LeadReviewInput = z.infer<typeof leadReviewInput>;

export const leadByIdInput = z.strictObject({ leadId: leadIdSchema });

/** One change, told to open dashboards: reload this lead, or all where `leadId` is null; or what a part of it holds. */
export const leadChangeView = z.union([
  z.object({ leadId: z.string().nullable() }),
  z.object({ crm: z.literal(true) }),
  z.object({ settings: z.literal(true) }),
]);
export type LeadChange = z.infer<typeof leadChangeView>;
