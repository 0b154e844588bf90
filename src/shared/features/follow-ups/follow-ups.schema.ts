import { z } from 'zod';
import { leadIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { storable } from '../../primitives/text.ts';
import { WIDEST_HOURS } from '../permission/day-window.rules.ts';
import type { Offer } from '../estimates/offer-price.rules.ts';
import { offerSchema, offerView } from '../estimates/offer.schema.ts';
import { dayFault, MAX_STEPS, MAX_STEPS_MESSAGE, messageFault, MIN_STEPS_MESSAGE, risingFault } from './steps.rules.ts';

export const messageChannelSchema = z.enum(['sms', 'email']);
export type MessageChannel = z.infer<typeof messageChannelSchema>;
export const followUpChannelSchema = z.enum(['sms', 'email', 'both']);
export type FollowUpChannel = z.infer<typeof followUpChannelSchema>;
export const scheduleStatusSchema = z.enum(['draft', 'active', 'stopped', 'done']);
export type ScheduleStatus = z.infer<typeof scheduleStatusSchema>;
export const messageStatusSchema = z.enum([
  'draft',
  'scheduled',
  'sending',
  'sent',
  'delivered',
  'failed',
  'cancelled',
  'skipped',
  'unknown',
]);
export type MessageStatus = z.infer<typeof messageStatusSchema>;

export {
  DEFAULT_CADENCE,
  DEFAULT_CHANNEL,
  DEFAULT_MESSAGES,
  DEFAULT_OFFERS,
  DEFAULT_SEND_TIME,
  MAX_DAY,
  MAX_MESSAGE_LENGTH,
  MAX_STEPS,
  MAX_STEPS_MESSAGE,
  MIN_STEPS_MESSAGE,
} from './steps.rules.ts';

/** Rejects a value if `rule` returns an error message. */
const held =
  <T>(faultOf: (value: T) => string | undefined) =>
  (value: T, context: z.RefinementCtx) => {
    const message = faultOf(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };

const daySchema = z.number(dayFault(Number.NaN)).superRefine(held(dayFault));

/** A message template: not empty, at most 1,600 characters, only known tags. */
export const messageTemplateSchema = z
  .string(messageFault(''))
  .overwrite(storable)
  .trim()
  .superRefine(held(messageFault));

/** An offer with a step. If it's missing, a message that is already stored keeps its offer, and a new one has none. */
const stepOfferSchema = offerSchema.nullable().optional();

export const followUpStepSchema = z.strictObject({
  day: daySchema,
  message: messageTemplateSchema,
  offer: stepOfferSchema,
});
export type AskedStep = z.infer<typeof followUpStepSchema>;
/** A step whose offer is known. Null if it has none. */
export interface FollowUpStep {
  day: number;
  message: string;
  offer: Offer | null;
}

const risingDays = (steps: readonly { day: number }[], context: z.RefinementCtx) => {
  for (const [index, { day }] of steps.entries()) {
    const message = risingFault(day, steps[index - 1]?.day);
    if (message !== undefined) context.addIssue({ code: 'custom', path: [index, 'day'], message });
  }
};

export const followUpStepsSchema = z
  .array(followUpStepSchema)
  .min(1, MIN_STEPS_MESSAGE)
  .max(MAX_STEPS, MAX_STEPS_MESSAGE)
  .superRefine(risingDays);

export const followUpSaveInput = z.strictObject({
  leadId: leadIdSchema,
  channel: followUpChannelSchema,
  steps: followUpStepsSchema,
  active: z.boolean(),
});
export type FollowUpSaveInput = z.infer<typeof followUpSaveInput>;

/** The maximum number of leads per call. Larger selections are split into several calls. */
export const MOST_LEADS_AT_ONCE = 1_000;
/**
 * How many of these calls may run concurrently. Each one is a transaction on its own leads and keeps one CPU core busy.
 */
export const CALLS_AT_ONCE = 2;

/**
 * Starts the company's default follow-ups for these leads. If `channel` is missing, the company's default channel is
 * used.
 */
export const startManyInput = z.strictObject({
  leadIds: z
    .array(leadIdSchema)
    .min(1, 'Choose a lead')
    .max(MOST_LEADS_AT_ONCE, 'Start follow-ups for at most 1,000 leads at a time'),
  channel: followUpChannelSchema.optional(),
  /** If true, only a preview is returned and nothing is started. */
  dryRun: z.boolean().default(false),
});
export type StartManyInput = z.infer<typeof startManyInput>;

/**
 * The actual or expected result for each lead. `reason` says why follow-ups weren't started, or why their texts will be
 * skipped.
 */
export const startManyView = z.object({
  channel: followUpChannelSchema,
  leads: z.array(
    z.object({
      leadId: z.string(),
      /** 'already' means that the lead's follow-ups were already active and stay unchanged. */
      outcome: z.enum(['started', 'already', 'refused']),
      reason: z.string().nullable(),
    }),
  ),
});
export type StartManyView = z.infer<typeof startManyView>;

export const followUpMessageView = z.object({
  channel: messageChannelSchema,
  status: messageStatusSchema,
  reason: z.string().nullable(),
});

/**
 * `dueAt` is when the step is due, as an ISO 8601 instant. If the step has two channels, it's the earlier time. Null
 * in a draft.
 */
export const followUpStepView = z.object({
  day: z.number().int(),
  message: z.string(),
  offer: offerView.nullable(),
  dueAt: z.string().nullable(),
  messages: z.array(followUpMessageView),
});

/** A lead's schedule. If none was saved, `status` is 'none' and the steps are the company's defaults. */
export const followUpView = z.object({
  active: z.boolean(),
  status: z.enum(['none', 'draft', 'active', 'stopped', 'done']),
  stopReason: z.string().nullable(),
  activatedAt: z.string().nullable(),
  channel: followUpChannelSchema,
  steps: z.array(followUpStepView),
});
export type FollowUpView = z.infer<typeof followUpView>;

/**
 * Requests a lead's follow-up dates for these days. Days are counted from activation, or from now if the follow-ups
 * aren't active.
 */
export const followUpDatesInput = z.strictObject({
  leadId: leadIdSchema,
  channel: followUpChannelSchema,
  days: z.array(daySchema).min(1).max(MAX_STEPS),
});
export const followUpDatesView = z.object({
  /** The IANA zone of the displayed dates, and its display name ('Mountain time'). */
  timeZone: z.string(),
  zoneLabel: z.string(),
  dates: z.array(
    z.object({
      day: z.number().int(),
      dueAt: z.string(),
      /** Such as 'Moved from 10:00 AM: no texts before noon on Sundays.' Null if it wasn't moved. */
      moved: z.string().nullable(),
    }),
  ),
});
export type FollowUpDates = z.infer<typeof followUpDatesView>;

/** The contractor's decision about an unconfirmed message. `messageId` is in the timeline's `message_unknown` event. */
export const resolveUnknownInput = z.strictObject({
  messageId: uuidSchema(),
  action: z.enum(['resend', 'ignore']),
});

/**
 * The company's defaults for new schedules, and its hours for automated texts. All times are 'HH:MM' in the recipient's
 * zone. Nothing is sent at `sendUntil` or later (C15).
 */
export const workflowView = z.object({
  channel: followUpChannelSchema,
  cadence: z.array(z.number().int()),
  messages: z.array(z.string()),
  /** One for each message. */
  offers: z.array(offerView.nullable()),
  sendTime: z.string(),
  sendFrom: z.string(),
  sendUntil: z.string(),
});
export type WorkflowView = z.infer<typeof workflowView>;

/** Hours in minutes after midnight. `to` is exclusive. Null if no texts are allowed on that day. */
const dayHours = z.object({ from: z.number().int(), to: z.number().int() }).nullable();

/**
 * The weekly hours for automated texts under C15 and the laws of the company's state. Texts about a job in another
 * state follow that state's laws.
 */
export const textHoursView = z.object({
  /** The company's US state, such as 'Idaho'. Null if the street and postal addresses contain no ZIP code. */
  stateName: z.string().nullable(),
  weekday: dayHours,
  saturday: dayHours,
  sunday: dayHours,
  closedOnHolidays: z.boolean(),
});
export type TextHours = z.infer<typeof textHoursView>;

/**
 * The question that is asked once, before a company's first follow-ups start: keep the default message's offer, or leave
 * it out. `asks` is false once it has been answered, or once the company has saved follow-ups of its own.
 */
export const offerQuestionView = z.object({ asks: z.boolean(), offer: offerView.nullable() });
export type OfferQuestion = z.infer<typeof offerQuestionView>;
export const decideOfferInput = z.strictObject({ keep: z.boolean() });

/** The longest values that messages to the company's leads can contain (T12). A value is null if no lead has it. */
export const longestValuesView = z.object({
  name: z.string().nullable(),
  address: z.string().nullable(),
  totalFeet: z.number().nullable(),
  estimateCents: z.number().nullable(),
});

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 10:00 AM');
const FROM_HINT = 'Choose 10:00 AM or later. We don’t send texts earlier';
const UNTIL_HINT = 'Choose 8:00 PM or earlier. We don’t send texts later';

const workflowLists = {
  cadence: z.array(daySchema).min(1, MIN_STEPS_MESSAGE).max(MAX_STEPS, MAX_STEPS_MESSAGE),
  messages: z.array(messageTemplateSchema).min(1, MIN_STEPS_MESSAGE).max(MAX_STEPS, MAX_STEPS_MESSAGE),
  /** One for each message. If the list is missing, each stored message keeps its offer, and a new one has none. */
  offers: z.array(stepOfferSchema).max(MAX_STEPS, MAX_STEPS_MESSAGE).optional(),
};

/** Turns a list of steps, each with its day, message and offer, into the three lists. */
const fromSteps = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('steps' in value) || !Array.isArray(value.steps)) return value;
  const { steps, ...rest } = value;
  const of = (field: string) =>
    steps.map((step: unknown): unknown =>
      typeof step === 'object' && step !== null ? Reflect.get(step, field) : step,
    );
  return { cadence: of('day'), messages: of('message'), offers: of('offer'), ...rest };
};

const workflowFields = z
  .strictObject({
    channel: followUpChannelSchema,
    ...workflowLists,
    sendTime: timeOfDay,
    /** Missing fields stay unchanged. */
    sendFrom: timeOfDay.refine((time) => time >= WIDEST_HOURS.from, FROM_HINT).optional(),
    sendUntil: timeOfDay.refine((time) => time <= WIDEST_HOURS.until, UNTIL_HINT).optional(),
    /** The values that the form loaded. The update is rejected with CONFLICT if another window has changed them. */
    was: workflowView.optional(),
  })
  .superRefine((value, context) => {
    if (value.cadence.length !== value.messages.length)
      context.addIssue({ code: 'custom', path: ['messages'], message: 'Write one message for each day' });
    if (value.offers && value.offers.length > value.messages.length)
      context.addIssue({ code: 'custom', path: ['offers'], message: 'Set at most one offer for each message' });
    value.cadence.forEach((day, index) => {
      const message = risingFault(day, value.cadence[index - 1]);
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['cadence', index], message });
    });
  });

/** The defaults: three lists (`cadence`, `messages`, `offers`), or `steps` with one entry for each follow-up. */
export const workflowUpdateInput = z.preprocess<unknown, typeof workflowFields, z.input<typeof workflowFields>>(
  fromSteps,
  workflowFields,
);
export type WorkflowUpdateInput = z.infer<typeof workflowUpdateInput>;
