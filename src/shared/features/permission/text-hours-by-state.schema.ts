import { z } from 'zod';
import { minutesOf } from '../../primitives/local-date.ts';

/** A part of a day in minutes after midnight. `from` is inclusive, `to` is exclusive. */
export interface DayWindow {
  from: number;
  to: number;
}

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const dayWindow = z
  .tuple([time, time])
  .transform(([from, to]): DayWindow => ({ from: minutesOf(from), to: minutesOf(to) }))
  .refine(({ from, to }) => from < to, 'the latest time must be after the earliest')
  .nullable();

const holidayRule = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('fixed'), month: z.int().min(1).max(12), day: z.int().min(1).max(31) }),
  z.strictObject({
    type: z.literal('nth'),
    month: z.int().min(1).max(12),
    weekday: z.int().min(0).max(6),
    /** -1 means the last such weekday of the month. */
    n: z.union([z.literal(-1), z.int().min(1).max(4)]),
  }),
  z.strictObject({ type: z.literal('easter'), offset: z.int() }),
  z.strictObject({ type: z.literal('electionDay'), evenYearsOnly: z.boolean() }),
  z.strictObject({ type: z.literal('afterThanksgiving'), offset: z.int() }),
]);
export type HolidayRule = z.output<typeof holidayRule>;

/**
 * Parses the sentence in `us-text-hours-by-state.json` that says when a weekend holiday is observed. If the wording is
 * unknown, the file is rejected when it loads. A misread sentence could allow texts on a day when they're forbidden.
 */
const observed = z.string().transform((words, context) => {
  if (/^(as US\b|Saturday holiday: the Friday before; Sunday holiday: the Monday after)/.test(words))
    return { saturday: true, sunday: true };
  if (words.startsWith('Sunday holidays move to Monday')) return { saturday: false, sunday: true };
  context.addIssue({ code: 'custom', message: `unknown way to observe a holiday: ${words}` });
  return z.NEVER;
});

const holidaySet = z.object({
  extends: z.string().optional(),
  observed,
  days: z.array(z.object({ name: z.string().min(1), rule: holidayRule })),
});
export type HolidaySet = z.output<typeof holidaySet>;

const week = { weekday: dayWindow, saturday: dayWindow, sunday: dayWindow };

const stateHours = z
  .object({
    name: z.string().min(1),
    ...week,
    /**
     * 'same' means that a holiday is treated like any other day. Null means that no texts are allowed on the days in
     * `holidaySet`.
     */
    holiday: z.literal('same').nullable(),
    holidaySet: z.string().nullable(),
    capPer24h: z.int().min(1).nullable(),
  })
  .refine((row) => row.holiday === 'same' || row.holidaySet !== null, 'no texts on holidays, but no holiday set');
export type StateHours = z.output<typeof stateHours>;

/** Schema for `us-text-hours-by-state.json` (C14). It converts times to minutes. */
export const textHoursSchema = z
  .object({
    asOf: z.iso.date(),
    federal: z.object(week),
    holidaySets: z.record(z.string(), holidaySet),
    states: z.record(z.string().regex(/^[A-Z]{2}$/), stateHours),
  })
  .superRefine(({ holidaySets, states }, context) => {
    const wanted = [
      ...Object.values(states).map((row) => row.holidaySet),
      ...Object.values(holidaySets).map((set) => set.extends),
    ];
    for (const name of wanted)
      if (name && !(name in holidaySets)) context.addIssue({ code: 'custom', message: `no holiday set ${name}` });
  });

/** The hours for automated texts by state. The rules take this table as a parameter. */
export type TextHours = z.output<typeof textHoursSchema>;
