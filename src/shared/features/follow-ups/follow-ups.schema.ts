import { z } from 'zod';
import { leadIdSchema } from '../../primitives/ids.ts';
import { storable } from '../../primitives/text.ts';
import { WIDEST_HOURS } from '../messages/widest-hours.ts';
import { findUnknownTags } from './tags.rules.ts';

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

/** Limits of a schedule and what is said at each (spec, section 5). */
export const MAX_STEPS = 5;
export const MAX_STEPS_MESSAGE = 'Maximum reached: You cannot add more than 5 follow-up messages';
export const MIN_STEPS_MESSAGE = 'Cannot remove: You must have at least one follow-up message';
export const MAX_DAY = 365;
/** Twilio's limit for one text (T12). */
export const MAX_MESSAGE_LENGTH = 1_600;

/** Defaults of a company (spec, section 9; texts are ours). The third makes the offer of C30. */
export const DEFAULT_CHANNEL: FollowUpChannel = 'sms';
export const DEFAULT_CADENCE = [1, 3, 7];
export const DEFAULT_SEND_TIME = '10:00';
export const DEFAULT_MESSAGES = [
  'Hi {{name}}, checking in on the {{total_feet}} of fence for {{address}}. Does {{estimate_amount}} work for you? Any questions, just reply here.',
  'Hi {{name}}, still thinking about the fence for {{address}}? We are happy to change the material or the gates and work out a new price. Just reply here.',
  'Hi {{name}}, a last reminder about the fence for {{address}}: schedule this week and take 10% off {{estimate_amount}}, good through {{offer_ends}}.',
] as const;

const DAY_HINT = 'Enter a whole number of days, 1 or more, such as 3';
const daySchema = z.number(DAY_HINT).int(DAY_HINT).min(1, DAY_HINT).max(MAX_DAY, `Enter at most ${MAX_DAY} days`);

/** A message template: not empty, at most 1,600 characters, only known tags. */
export const messageTemplateSchema = z
  .string('Write a message')
  .overwrite(storable)
  .trim()
  .min(1, 'Write a message')
  .max(MAX_MESSAGE_LENGTH, 'Use at most 1,600 characters')
  .superRefine((text, context) => {
    const unknown = findUnknownTags(text);
    if (unknown.length > 0)
      context.addIssue({
        code: 'custom',
        message: `${unknown.join(', ')} is no tag. Use {{name}}, {{address}}, {{total_feet}}, {{estimate_amount}} or {{offer_ends}}`,
      });
  });

export const followUpStepSchema = z.strictObject({ day: daySchema, message: messageTemplateSchema });
export type FollowUpStep = z.infer<typeof followUpStepSchema>;

const risingDays = (steps: readonly { day: number }[], context: z.RefinementCtx) => {
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    if (before && step.day <= before.day)
      context.addIssue({
        code: 'custom',
        path: [index, 'day'],
        message: `Enter a day after ${before.day}: each follow-up comes later than the one before`,
      });
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

export const followUpMessageView = z.object({
  channel: messageChannelSchema,
  status: messageStatusSchema,
  reason: z.string().nullable(),
});

/** `dueAt` is the ISO instant of the step (of the earlier channel); null in a draft. */
export const followUpStepView = z.object({
  day: z.number().int(),
  message: z.string(),
  dueAt: z.string().nullable(),
  messages: z.array(followUpMessageView),
});

/** A lead's schedule; `status` 'none' and the company's defaults as steps where nothing was saved yet. */
export const followUpView = z.object({
  active: z.boolean(),
  status: z.enum(['none', 'draft', 'active', 'stopped', 'done']),
  stopReason: z.string().nullable(),
  activatedAt: z.string().nullable(),
  channel: followUpChannelSchema,
  steps: z.array(followUpStepView),
});
export type FollowUpView = z.infer<typeof followUpView>;

/** Asks on which instants the given days would fall for this lead, were it activated now (or as it was). */
export const followUpDatesInput = z.strictObject({
  leadId: leadIdSchema,
  channel: followUpChannelSchema,
  days: z.array(daySchema).min(1).max(MAX_STEPS),
});
export const followUpDatesView = z.object({
  /** IANA zone in which the dates are to be read, and a name for people ('Boise time'). */
  timeZone: z.string(),
  zoneLabel: z.string(),
  dates: z.array(
    z.object({
      day: z.number().int(),
      dueAt: z.string(),
      /** 'Moved from 10:00: no texts before noon on Sundays.'; null where it was not moved. */
      moved: z.string().nullable(),
    }),
  ),
});
export type FollowUpDates = z.infer<typeof followUpDatesView>;

/** Decides about a message that may or may not have arrived; `messageId` is in the timeline's `message_unknown`. */
export const resolveUnknownInput = z.strictObject({
  messageId: z.uuid('This is not a valid id'),
  action: z.enum(['resend', 'ignore']),
});

/**
 * A company's defaults of a new schedule, and its hours for automated texts. All times are 'HH:MM' in the
 * recipient's zone; from `sendUntil` on nothing is sent (C15).
 */
export const workflowView = z.object({
  channel: followUpChannelSchema,
  cadence: z.array(z.number().int()),
  messages: z.array(z.string()),
  sendTime: z.string(),
  sendFrom: z.string(),
  sendUntil: z.string(),
});
export type WorkflowView = z.infer<typeof workflowView>;

/** Minutes after midnight; at `to` texting has ended. Null: no texts on that day. */
const dayHours = z.object({ from: z.number().int(), to: z.number().int() }).nullable();

/** A usual week of automated texts by C15 and the law where the company is; jobs elsewhere follow their own state. */
export const textHoursView = z.object({
  /** 'Idaho'; null where the company's addresses name no ZIP code. */
  stateName: z.string().nullable(),
  weekday: dayHours,
  saturday: dayHours,
  sunday: dayHours,
  closedOnHolidays: z.boolean(),
});
export type TextHours = z.infer<typeof textHoursView>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 10:00');
const FROM_HINT = 'Choose 10:00 or later: no text goes out before';
const UNTIL_HINT = 'Choose 20:00 or earlier: no text goes out after';

export const workflowUpdateInput = z
  .strictObject({
    channel: followUpChannelSchema,
    cadence: z.array(daySchema).min(1, MIN_STEPS_MESSAGE).max(MAX_STEPS, MAX_STEPS_MESSAGE),
    messages: z.array(messageTemplateSchema).min(1, MIN_STEPS_MESSAGE).max(MAX_STEPS, MAX_STEPS_MESSAGE),
    sendTime: timeOfDay,
    /** What is missing stays as it is. */
    sendFrom: timeOfDay.refine((time) => time >= WIDEST_HOURS.from, FROM_HINT).optional(),
    sendUntil: timeOfDay.refine((time) => time <= WIDEST_HOURS.until, UNTIL_HINT).optional(),
    /** What was on the screen: refused with CONFLICT where another window has saved something else since. */
    was: workflowView.optional(),
  })
  .superRefine((value, context) => {
    if (value.cadence.length !== value.messages.length)
      context.addIssue({ code: 'custom', path: ['messages'], message: 'Write one message for each day' });
    value.cadence.forEach((day, index) => {
      const before = value.cadence[index - 1];
      if (before !== undefined && day <= before)
        context.addIssue({ code: 'custom', path: ['cadence', index], message: `Enter a day after ${before}` });
    });
  });
export type WorkflowUpdateInput = z.infer<typeof workflowUpdateInput>;
