import { z } from 'zod';
import { leadIdSchema, userIdSchema, visitIdSchema } from '../../primitives/ids.ts';
import { localDate, minutesOf } from '../../primitives/local-date.ts';
import { email, line, optional, paragraph, storable, zip } from '../../primitives/text.ts';
import { LANGUAGES } from '../../primitives/language.ts';
import { phone } from '../../primitives/phone.ts';

export const VISIT_STATUSES = ['booked', 'cancelled', 'done', 'no_show'] as const;
export type VisitStatus = (typeof VISIT_STATUSES)[number];

const TIME_HINT = 'Enter a time, such as 9:00 AM';
/** 'HH:MM' on the company's clocks. '24:00' is midnight at the end of the day. */
const time = z.string(TIME_HINT).regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, TIME_HINT);

/** When visits are possible on a weekday. 0 is Sunday. A weekday may have several of these. */
const visitHours = z
  .strictObject({ weekday: z.number().int().min(0).max(6), from: time, to: time })
  .refine(({ from, to }) => minutesOf(from) < minutesOf(to), {
    path: ['to'],
    message: 'Enter a time after the beginning',
    // times that can't be read have an error of their own
    when: ({ issues }) => issues.length === 0,
  });
export type VisitHours = z.infer<typeof visitHours>;

const MAX_HOURS = 50;

const between = (least: number, most: number, what: string) => {
  const hint = `Enter ${least} to ${most} ${what}`;
  return z.number(hint).int(hint).min(least, hint).max(most, hint);
};

/** What a company, or one of its members, decides about visits. */
export const visitSettings = z.object({
  /** Whether homeowners and members can book visits. For a member: whether this member takes visits. */
  enabled: z.boolean(),
  hours: z.array(visitHours).max(MAX_HOURS, `Enter at most ${MAX_HOURS} time ranges`),
  lengthMinutes: between(15, 240, 'minutes'),
  stepMinutes: between(5, 60, 'minutes'),
  /** The minutes between two visits. 'auto': reckoned from the addresses (`travel.rules.ts`). */
  travel: z.union([z.literal('auto'), between(0, 120, 'minutes')], 'Enter 0 to 120 minutes'),
  /** How long before a visit a homeowner can still book, move or cancel it. Doesn't bind the company. */
  noticeHours: between(0, 336, 'hours'),
  /** How many days ahead a visit can be booked. Today is day 0. */
  horizonDays: between(1, 90, 'days'),
  /** The visits of one member on one day. */
  maxPerDay: between(1, 50, 'visits'),
});
export type VisitSettings = z.infer<typeof visitSettings>;

const WORK_DAYS = [1, 2, 3, 4, 5];
/** The settings of a company that hasn't saved any. */
export const DEFAULT_VISIT_SETTINGS: VisitSettings = {
  enabled: false,
  hours: WORK_DAYS.map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  lengthMinutes: 60,
  stepMinutes: 30,
  travel: 'auto',
  noticeHours: 24,
  horizonDays: 21,
  maxPerDay: 5,
};

/** The company's settings or, with `userId`, those of a member. */
export const visitSettingsInput = z.strictObject({ userId: optional(userIdSchema) }).optional();
/** `own`: the member has settings of their own. Without them, the company's apply to the member. */
export const visitSettingsView = visitSettings.extend({ own: z.boolean() });
export type VisitSettingsView = z.infer<typeof visitSettingsView>;
/** What isn't given stays as it is. `own: false` removes a member's settings, so that the company's apply. */
export const visitSettingsUpdateInput = visitSettings
  .partial()
  .extend({ userId: optional(userIdSchema), own: z.boolean().optional(), was: visitSettings.partial().optional() });
export type VisitSettingsUpdate = z.infer<typeof visitSettingsUpdateInput>;

const MOST_DAYS = 100;
const DAY_HINT = 'Enter a day, such as 2026-12-01';
const day = z.string(DAY_HINT).transform((text, context) => {
  try {
    return localDate(text);
  } catch {
    context.addIssue({ code: 'custom', message: DAY_HINT });
    return z.NEVER;
  }
});
/** Two days in the company's zone. Both are included. */
const days = { from: day, to: day };
const inOrder = {
  check: ({ from, to }: { from: string; to: string }) =>
    from <= to && Date.parse(to) - Date.parse(from) <= MOST_DAYS * 86_400_000,
  options: { path: ['to'], message: `Choose a day that isn’t before the first one, at most ${MOST_DAYS} days later` },
};

/** An instant in ISO 8601, as a Date. */
export const visitInstant = z.iso
  .datetime({ offset: true, error: 'Choose a time' })
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()), 'Choose a time');

export const visitSlotsInput = z
  .strictObject({ leadId: optional(leadIdSchema), ...days, userId: optional(userIdSchema) })
  .refine(inOrder.check, inOrder.options);
/** A time that is free, and the member who has it. `startsAt` is an ISO instant. */
export const visitSlotView = z.object({ startsAt: z.string(), userId: z.string() });
export type VisitSlotView = z.infer<typeof visitSlotView>;

export const visitListInput = z
  .strictObject({ ...days, userId: optional(userIdSchema) })
  .refine(inOrder.check, inOrder.options);

export const visitView = z.object({
  id: z.string(),
  leadId: z.string(),
  /** Null once the member has left the company. */
  userId: z.string().nullable(),
  startsAt: z.string(),
  endsAt: z.string(),
  status: z.enum(VISIT_STATUSES),
  note: z.string(),
  /** The homeowner's page. */
  url: z.string(),
});
export type VisitView = z.infer<typeof visitView>;

/** A visit with what a member has to know before going. */
export const plannedVisitView = visitView.omit({ url: true }).extend({
  name: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  /** What the homeowner asked for (`describeAsked`). */
  asked: z.string(),
});
export type PlannedVisitView = z.infer<typeof plannedVisitView>;

/** What the calendar shows of some days: visits that aren't canceled, busy times, and calendars that can't be read. */
export const visitCalendarView = z.object({
  visits: z.array(plannedVisitView),
  busy: z.array(z.object({ userId: z.string(), startsAt: z.string(), endsAt: z.string() })),
  problems: z.array(z.object({ userId: z.string(), error: z.string() })),
});
export type VisitCalendarView = z.infer<typeof visitCalendarView>;

export const MAX_VISIT_NOTE = 1_000;
const note = paragraph(MAX_VISIT_NOTE);

export const visitBookInput = z.strictObject({
  leadId: leadIdSchema,
  startsAt: visitInstant,
  /** Default: the lead's assignee. */
  userId: optional(userIdSchema),
  note: note.optional(),
  idempotencyKey: line('an idempotency key', 200),
});
export type VisitBookInput = z.infer<typeof visitBookInput>;

/** `userId`: the member who takes the visit from now on. Default: the same one. */
export const visitMoveInput = z.strictObject({
  visitId: visitIdSchema,
  startsAt: visitInstant,
  userId: optional(userIdSchema),
});
export const visitCancelInput = z.strictObject({ visitId: visitIdSchema, reason: paragraph(300).optional() });
export const visitOutcomeInput = z.strictObject({
  visitId: visitIdSchema,
  outcome: z.enum(['done', 'no_show'], 'Choose “Done” or “No-show”'),
});
/** The address of the member's own feed. */
export const visitFeedView = z.object({ url: z.string() });
/** The address of the member's own calendar, as `https:` or `webcal:`. Null removes it. */
export const busyAddressInput = z.strictObject({
  url: z
    .string('Enter your calendar’s address')
    .trim()
    .max(2_000, 'This address is too long')
    .transform((url) => URL.parse(storable(url).replace(/^webcals?:/i, 'https:'))?.href ?? '')
    .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'Enter an address that begins with https://')
    .nullable(),
});
/** What the last read found. `checkedAt` is null if it wasn't read yet. `error` says why it couldn't be read. */
export const busyAddressView = z.object({
  checkedAt: z.string().nullable(),
  events: z.number().int(),
  error: z.string().nullable(),
});
export type BusyAddressView = z.infer<typeof busyAddressView>;
/** The member's own address, with what the last read found. */
export const busyCalendarView = busyAddressView.extend({ url: z.string().nullable() });

export const visitByLeadInput = z.strictObject({ leadId: leadIdSchema });

/** A request for a visit from the hosted page. `website` is a field that people can't see. */
export const visitRequestInput = z.object({
  startsAt: visitInstant,
  name: line('your name', 200),
  email,
  phone: optional(phone),
  address: line('the street address', 300),
  zip: optional(zip),
  notes: optional(paragraph(MAX_VISIT_NOTE)),
  language: z.enum(LANGUAGES).optional().catch(undefined),
  ticket: z.unknown().optional(),
  website: z.unknown().optional(),
  idempotencyKey: line('an idempotency key', 150).min(8),
});
export type VisitRequestInput = z.infer<typeof visitRequestInput>;
