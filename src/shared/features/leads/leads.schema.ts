import { z } from 'zod';
import { LANGUAGES } from '../../primitives/language.ts';
import { drawingView, measuredView } from '../drawing/measured.schema.ts';
import { leadIdSchema, userIdSchema } from '../../primitives/ids.ts';
import { pageFields } from '../../primitives/paging.ts';
import { smsRefusalSchema } from '../conversations/conversations.schema.ts';
import { instantReasonSchema } from '../instant/instant.schema.ts';
import { datedOfferView } from '../estimates/offer.schema.ts';
import { PAYMENT_PROBLEMS } from '../payments/payment-status.rules.ts';
import { memberNameSchema } from '../team/member-name.schema.ts';
import { LEAD_STATUSES } from './lead-status.rules.ts';

export { LEAD_STATUS_LABEL, type LeadStatus } from './lead-status.rules.ts';
export const leadStatusSchema = z.enum(LEAD_STATUSES);
export const leadOutcomeSchema = z.enum(['won', 'lost']);
export type LeadOutcome = z.infer<typeof leadOutcomeSchema>;
/** How a visitor came to the website: the referring page, the landing page and the campaign. */
export const visitSchema = z.object({
  /**
   * The source name for grouping leads in reports: the campaign's source or, without one, the referring site. Null if
   * both are unknown.
   */
  name: z.string().nullable(),
  referrer: z.string().nullable(),
  landingPage: z.string().nullable(),
  utmSource: z.string().nullable(),
  utmMedium: z.string().nullable(),
  utmCampaign: z.string().nullable(),
  utmTerm: z.string().nullable(),
  utmContent: z.string().nullable(),
});
export type Visit = z.infer<typeof visitSchema>;
/** The first and last visit that led to a lead. */
export const attributionSchema = z.object({ first: visitSchema, last: visitSchema });
export type LeadAttribution = z.infer<typeof attributionSchema>;

export const followUpStatusSchema = z.enum(['none', 'draft', 'active', 'stopped', 'done']);
export type FollowUpStatus = z.infer<typeof followUpStatusSchema>;

/** The kind of message from the homeowner that is waiting for an answer. */
export const awaitedAnswerSchema = z.enum(['question', 'reply']);
export type AwaitedAnswer = z.infer<typeof awaitedAnswerSchema>;

/** A lead in the dashboard. Feet are decimal, money is in cents, and instants are ISO 8601. */
export const leadView = z.object({
  id: z.string(),
  name: z.string(),
  /** Null if the lead has only a phone. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  zip: z.string().nullable(),
  perimeter: z.number().nullable(),
  gateCount: z.number().int(),
  materialId: z.string().nullable(),
  materialType: z.string().nullable(),
  /**
   * What the homeowner would be charged now: the signed total, or the newest estimate's price with its offer, or else
   * the price of the measured fence.
   */
  quoteCents: z.number().int().nullable(),
  /** The offer that `quoteCents` includes. Null if there's none, or if the estimate was signed. */
  offer: datedOfferView.nullable(),
  /** How the homeowner measured the fence. Null if they entered only a length. */
  measured: measuredView.nullable(),
  /** The homeowner's drawing of the fence. Null if there's none. */
  drawing: drawingView.nullable(),
  notes: z.string(),
  /** 'widget', 'manual', 'csv', 'agent', 'api', or a name that the contractor typed. */
  source: z.string(),
  /** The visits that led to the lead. Null if unknown. */
  attribution: attributionSchema.nullable(),
  /** The language for messages to the homeowner. */
  language: z.enum(LANGUAGES),
  status: leadStatusSchema,
  outcome: leadOutcomeSchema.nullable(),
  /** Why the lead was won or lost, in the contractor's words. */
  outcomeReason: z.string().nullable(),
  awaitsAnswer: awaitedAnswerSchema.nullable(),
  /**
   * Whether a message of this person may be an opt-out, or may be from somebody else, and waits for a member's decision
   * (`messages.decide`). Nothing automated is sent until then.
   */
  awaitsDecision: z.boolean(),
  /** The number of messages from the homeowner, plus unconfirmed messages, since the conversation was last opened. */
  unread: z.number().int(),
  followUpStatus: followUpStatusSchema,
  /** The next message in the active schedule. */
  nextFollowUp: z.object({ channel: z.enum(['sms', 'email']), dueAt: z.string() }).nullable(),
  /** The newest estimate's detailed status. Null if none was sent. */
  estimateStatus: z.string().nullable(),
  /** The total that was agreed with the homeowner. Null if nothing is signed or paid. */
  agreedCents: z.number().int().nullable(),
  /** Everything that was received for the job, including amounts that were refunded later. */
  receivedCents: z.number().int(),
  /** Everything that went back to the homeowner: refunds, and payments that a lost dispute returned. */
  refundedCents: z.number().int(),
  /** The agreed total minus what was received plus what went back. Negative if that much is owed to the homeowner. */
  balanceCents: z.number().int(),
  /** The balance if the job is still open, and otherwise 0: what the lead owes now. */
  owedCents: z.number().int(),
  /** What went wrong with the payments. Null if nothing did. */
  paymentProblem: z.enum(PAYMENT_PROBLEMS).nullable(),
  estimateSentAt: z.string().nullable(),
  lastContactAt: z.string().nullable(),
  createdAt: z.string(),
  archivedAt: z.string().nullable(),
  /** When the homeowner was erased from the lead. Only what the law keeps is left. */
  erasedAt: z.string().nullable(),
  /**
   * Whether the lead is in Review, either waiting for a decision or marked as spam. Such a lead doesn't appear in any
   * other list or count, and doesn't trigger messages.
   */
  held: z.boolean(),
  /** Why the lead needs review, as codes for `heldReasonText`. Empty if it doesn't. */
  heldFor: z.array(z.string()),
  /** When the lead was marked as spam. Set only if `held` is true. */
  spamAt: z.string().nullable(),
  /** The member who is responsible for the lead. Null if unassigned. */
  assignee: memberNameSchema.nullable(),
  /** Whether automated texts to this lead are allowed. If not, `reason` explains why to the contractor. */
  /** Whether the homeowner's request got an estimate at once. */
  instant: z.boolean(),
  /** Why it didn't. Null if it did, or if nobody asked for a price. */
  instantReason: instantReasonSchema.nullable(),
  sms: z.object({
    allowed: z.boolean(),
    /** Why texts aren't allowed, as a code and a sentence. Both are null if texts are allowed. */
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
  /** If true, returns only leads that are waiting for an answer. */
  awaiting: z.boolean().default(false),
  /** Returns only leads assigned to this member, to the user ('me'), or to no one ('none'). */
  assignee: z.union([z.enum(['me', 'none']), userIdSchema]).optional(),
  /** If true, returns only leads with unread messages, including archived leads. */
  unread: z.boolean().default(false),
  /**
   * If true, returns only leads in Review, which aren't in any other list. `archived`, `status`, `awaiting` and
   * `unread` are then ignored.
   */
  review: z.boolean().default(false),
  /** If this and `review` are true, returns the leads marked as spam instead. */
  spam: z.boolean().default(false),
});
export type LeadListInput = z.infer<typeof leadListInput>;

/** `nextCursor` is an opaque string, or null on the last page. */
export const leadListView = z.object({ items: z.array(leadView), nextCursor: z.string().nullable() });

/**
 * The figures above the lead list. `statuses` has the number of leads with each status, and an amount in cents that is a
 * sum of facts: for 'new' and 'contacted', the amounts quoted to these leads; for 'estimate_sent', the estimates that can
 * still be answered; for 'paid', everything received minus what went back. Archived leads are included only in `unread`
 * and `owed`.
 */
export const leadSummaryView = z.object({
  statuses: z.record(leadStatusSchema, z.object({ count: z.number().int(), cents: z.number().int() })),
  total: z.number().int(),
  /** The number of leads that owe money for an open job, and how much in all. */
  owed: z.object({ count: z.number().int(), cents: z.number().int() }),
  /** The number of leads that are waiting for an answer, and the lead with the newest message. */
  awaiting: z.object({
    count: z.number().int(),
    newest: z.object({ id: z.string(), name: z.string(), answer: awaitedAnswerSchema }).nullable(),
  }),
  /** The number of unread messages from homeowners, including archived leads. */
  unread: z.object({ leads: z.number().int(), messages: z.number().int() }),
  /** The number of leads waiting for review, capped at 1,000. No other figure includes them. */
  review: z.number().int(),
});
export type LeadSummaryView = z.infer<typeof leadSummaryView>;

export const timelineInput = z.strictObject({
  leadId: leadIdSchema,
  ...pageFields,
});
/**
 * 'accept' accepts a lead in Review and sends its messages. 'spam' rejects it. Either decision can be changed later.
 */
export const leadReviewInput = z.strictObject({ leadId: leadIdSchema, decision: z.enum(['accept', 'spam']) });
export type LeadReviewInput = z.infer<typeof leadReviewInput>;

export const leadByIdInput = z.strictObject({ leadId: leadIdSchema });

/**
 * A change pushed to open dashboards. The dashboard then refreshes this lead, all leads if `leadId` is null, or the
 * named part.
 */
export const leadChangeView = z.union([
  z.object({ leadId: z.string().nullable() }),
  z.object({ crm: z.literal(true) }),
  z.object({ settings: z.literal(true) }),
]);
export type LeadChange = z.infer<typeof leadChangeView>;
