import { z } from 'zod';
import { leadIdSchema } from '../../primitives/ids.ts';
import { pageFields } from '../../primitives/paging.ts';
import { smsRefusalSchema } from '../conversations/conversations.schema.ts';
import { memberNameSchema } from '../team/member-name.schema.ts';
import { LEAD_STATUSES } from './lead-status.rules.ts';

export { LEAD_STATUS_LABEL, type LeadStatus } from './lead-status.rules.ts';
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
  /** Null for one who left only a phone. */
  email: z.string().nullable(),
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
  /** Why, as codes (`heldReasonText` has the words); empty where it isn't held. */
  heldFor: z.array(z.string()),
  /** When it was marked as spam; only of a held lead. */
  spamAt: z.string().nullable(),
  /** The member of the company who takes care of it; null: nobody. */
  assignee: memberNameSchema.nullable(),
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

export const timelineInput = z.strictObject({
  leadId: leadIdSchema,
  ...pageFields,
});
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
