import { z } from 'zod';

const days = z.int().min(1).max(30);
const source = z.array(z.url()).min(1);

const stateRow = z.looseObject({
  businessDays: days,
  /**
   * We never ask for a homeowner's age. If a state has a longer period for older buyers, every homeowner gets that
   * period.
   */
  seniorBusinessDays: days.optional(),
  saturdayCounts: z.boolean().default(true),
  cite: z.string().optional(),
  source,
  confidence: z.string(),
  note: z.string(),
});

/** The right to cancel after signing: the federal rule, its notice, and the states with longer periods (C28). */
export const coolingOffSchema = z.object({
  federal: z.object({
    cite: z.string(),
    source,
    period: z.object({ businessDays: days }),
    /** Contains 'third business day', which is replaced in states with a longer period. */
    statement: z.string().includes('third business day'),
    form: z.array(z.string()).length(10),
  }),
  states: z.record(z.string().regex(/^[A-Z]{2}$/), stateRow),
  federalHolidays: z.object({
    years: z.record(z.string().regex(/^\d{4}$/), z.array(z.object({ date: z.iso.date(), observed: z.iso.date() }))),
  }),
  examples: z.array(z.object({ signed: z.iso.date(), businessDays: days, lastDay: z.iso.date(), why: z.string() })),
});
export type CoolingOff = z.output<typeof coolingOffSchema>;
