import { z } from 'zod';
import { CALL_OUTCOMES } from '../leads/calls.rules.ts';
import { PAYMENT_KINDS } from '../payments/payment-status.rules.ts';
import { estimateLineView } from '../pricing/line.schema.ts';
import type { MemberName } from '../team/member-name.schema.ts';

const amount = z.number();
const channel = z.enum(['sms', 'email']);

/** The priced lines. Missing in events from before they were stored. */
const lines = z.array(estimateLineView).optional();
const discount = z.union([z.object({ percent: z.number() }), z.object({ amountCents: amount })]);

/** A message event's fields. `kind` is the message's label, such as 'Estimate'. `messageId` is the message's id. */
const message = z.object({
  channel,
  kind: z.string(),
  step: z.number().optional(),
  subject: z.string().nullish(),
  body: z.string().optional(),
  reason: z.string().nullish(),
  messageId: z.string().optional(),
  /** The offer that a sent follow-up made, and its last day as formatted text. */
  offer: discount.optional(),
  offerEnds: z.string().optional(),
});
/** The fields of a payment event. `totalCents` is the amount of the payment. */
const payment = {
  number: z.string(),
  what: z.enum(PAYMENT_KINDS),
  totalCents: amount,
  method: z.string().nullish(),
  reason: z.string().nullish(),
  /** Whether a member recorded the payment by hand, and its reference, such as a check's number. */
  byHand: z.boolean().optional(),
  reference: z.string().optional(),
};

/** A visit's event. `startsAt` is an ISO instant. `homeowner` says whether the homeowner did it. */
const visit = {
  visitId: z.string(),
  startsAt: z.string(),
  homeowner: z.boolean().optional(),
};

/**
 * The result so far of a conversation with the sales agent. `priceCents` is the last quoted price. `handedOver` says
 * whether the conversation was handed over to a person. `won` says whether the lead accepted an estimate, paid, or was
 * marked as won. `costMicros` is the model's cost in millionths of a US dollar, or 0 if no model was used.
 */
const talkResult = z.object({
  priceCents: amount.nullable(),
  handedOver: z.boolean(),
  won: z.boolean(),
  costMicros: amount,
});
export type TalkResult = z.infer<typeof talkResult>;

/**
 * The fields that are stored with each kind of event. A note's `outcome` is set if the note records that the lead was
 * won, lost or reopened, and `call` if it records a phone call. `changed` lists the fields of `leadUpdateInput` that a person changed. `automatic` marks an
 * event that doesn't count as an answer, such as a repeated request or an automatic reply. `unsure` marks a possible
 * opt-out. `unreadable` means that we couldn't parse the message.
 */
export const TIMELINE_DATA = {
  lead_created: z.object({
    source: z.string(),
    perimeter: z.number().nullish(),
    gateCount: z.number().optional(),
    materialType: z.string().nullish(),
    quoteCents: z.number().nullish(),
    notes: z.string().optional(),
  }),
  note: z.object({
    text: z.string().optional(),
    outcome: z.enum(['won', 'lost', 'reopened']).optional(),
    reason: z.string().nullish(),
    automatic: z.boolean().optional(),
    changed: z.array(z.string()).optional(),
    call: z.enum(CALL_OUTCOMES).optional(),
  }),
  status_changed: z.object({ from: z.string(), to: z.string() }),
  estimate_sent: z.object({
    number: z.string(),
    version: z.number(),
    totalCents: amount,
    resend: z.boolean().optional(),
    options: z.number().optional(),
    /** The discount that `totalCents` includes, and its last day, a calendar day. */
    offer: discount.optional(),
    offerEndsOn: z.string().optional(),
    lines,
  }),
  estimate_viewed: z.object({ number: z.string(), count: z.number() }),
  estimate_accepted: z.object({
    number: z.string(),
    version: z.number().optional(),
    totalCents: amount,
    lines,
    signedBy: z.string(),
    option: z.string().optional(),
  }),
  estimate_declined: z.object({ number: z.string(), reason: z.string().nullish() }),
  /** A change of a signed estimate. `number` is the change's, and `totalCents` is the job's total with it. */
  estimate_changed: z.object({
    number: z.string(),
    change: z.enum(['sent', 'signed', 'credited', 'declined', 'canceled']),
    netCents: amount,
    totalCents: amount,
    signedBy: z.string().optional(),
    reason: z.string().optional(),
  }),
  question: z.object({ number: z.string(), text: z.string(), automatic: z.boolean().optional() }),
  schedule_activated: z.object({
    channel: z.string(),
    steps: z.array(z.object({ day: z.number(), dueAt: z.string() })),
  }),
  schedule_stopped: z.object({ reason: z.string().nullish() }),
  message_sent: message,
  message_delivered: message,
  message_failed: message,
  message_skipped: message,
  message_unknown: message,
  /** `messageId` is the reply's id. */
  reply_received: z.object({
    channel,
    text: z.string(),
    from: z.string().optional(),
    subject: z.string().nullish(),
    automatic: z.boolean().optional(),
    unsure: z.boolean().optional(),
    unreadable: z.boolean().optional(),
    messageId: z.string().optional(),
    reason: z.string().nullish(),
  }),
  opted_out: z.object({ channel, words: z.string().nullish(), source: z.string() }),
  opted_in: z.object({ channel, words: z.string().nullish(), source: z.string() }),
  payment: z.object({ ...payment, outcome: z.enum(['processing', 'failed', 'extra', 'voided']).optional() }),
  refund: z.object({ ...payment, outcome: z.literal('failed').optional() }),
  dispute: z.object({ ...payment, outcome: z.enum(['opened', 'won', 'lost']).optional() }),
  /** A conversation with the sales agent. Its result (`TalkResult`) is computed when the timeline is read. */
  agent_talk: z.object({
    conversationId: z.string(),
    channel: z.enum(['widget', 'estimate_page', 'sms', 'email']),
    result: talkResult.optional(),
  }),
  visit_booked: z.object(visit),
  /** `from` is when it was before, as an ISO instant. */
  visit_moved: z.object({ ...visit, from: z.string() }),
  visit_cancelled: z.object({ ...visit, reason: z.string().optional() }),
  visit_done: z.object(visit),
  visit_missed: z.object(visit),
};
export type TimelineKind = keyof typeof TIMELINE_DATA;
export const TIMELINE_KINDS = Object.keys(TIMELINE_DATA) as TimelineKind[];
export const timelineKindSchema = z.enum(TIMELINE_KINDS);

/** The member who caused an event, if any. Older rows contain only the member's name. */
interface ByMember {
  by?: MemberName | string | undefined;
}

type Written = { [Kind in TimelineKind]: z.infer<(typeof TIMELINE_DATA)[Kind]> };
/**
 * The fields that a kind of event can have when it's read. Older versions of the code wrote some of the rows, so any
 * field may be missing.
 */
export type TimelineData<Kind extends TimelineKind = TimelineKind> = {
  [Each in Kind]: { [Field in keyof Written[Each]]?: Written[Each][Field] | undefined } & ByMember;
}[Kind];

type FieldOf<Event> = Event extends unknown ? keyof Event : never;
type ValueOf<Event, Field> = Event extends unknown ? (Field extends keyof Event ? Event[Field] : never) : never;
/** The fields of an event of any kind. */
export type AnyTimelineData = { [Field in FieldOf<TimelineData>]?: ValueOf<TimelineData, Field> | undefined };

/** Any event, with the fields it has when it's written. */
export type TimelineEvent<Kind extends TimelineKind = TimelineKind> = {
  [Each in Kind]: { kind: Each; data: Written[Each] };
}[Kind];

/** Any event, with the fields it can have when it's read. */
export type ReadEvent<Kind extends TimelineKind = TimelineKind> = {
  [Each in Kind]: { kind: Each; data: TimelineData<Each> };
}[Kind];

const READERS = new Map<string, z.ZodType>(
  Object.entries(TIMELINE_DATA).map(([kind, schema]) => [kind, schema.partial().loose()]),
);

/** Converts a stored event for reading. Leaves out fields that are no longer valid. */
export const readTimelineEvent = ({ kind, data }: { kind: TimelineKind; data: unknown }): ReadEvent =>
  // TypeScript compares an object with a union's members one by one only if there are at most 25.
  ({ kind, data: READERS.get(kind)?.safeParse(data).data ?? {} }) as ReadEvent;

const item = <Kind extends TimelineKind>(kind: Kind) =>
  z.object({
    id: z.string(),
    kind: z.literal(kind),
    at: z.string(),
    // The fields, as returned by `readTimelineEvent`.
    data: z.custom<TimelineData<Kind>>(),
    /**
     * Whether the event requires a decision from the contractor, because the message may not have arrived or may be an
     * opt-out.
     */
    open: z.boolean(),
  });
/** Newest first. */
export const timelineView = z.object({
  items: z.array(
    z.discriminatedUnion('kind', [
      item('lead_created'),
      item('note'),
      item('status_changed'),
      item('estimate_sent'),
      item('estimate_viewed'),
      item('estimate_accepted'),
      item('estimate_declined'),
      item('estimate_changed'),
      item('question'),
      item('schedule_activated'),
      item('schedule_stopped'),
      item('message_sent'),
      item('message_delivered'),
      item('message_failed'),
      item('message_skipped'),
      item('message_unknown'),
      item('reply_received'),
      item('opted_out'),
      item('opted_in'),
      item('payment'),
      item('refund'),
      item('dispute'),
      item('agent_talk'),
      item('visit_booked'),
      item('visit_moved'),
      item('visit_cancelled'),
      item('visit_done'),
      item('visit_missed'),
    ]),
  ),
  nextCursor: z.string().nullable(),
});
export type TimelineItem = z.infer<typeof timelineView>['items'][number];
