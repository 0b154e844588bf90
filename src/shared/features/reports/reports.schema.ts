import { z } from 'zod';
import { leadListView } from '../leads/leads.schema.ts';
import { sourceSchema } from '../leads/source.schema.ts';
import { materialIdSchema, userIdSchema } from '../../primitives/ids.ts';
import { type LocalDate, localDate } from '../../primitives/local-date.ts';
import { pageFields } from '../../primitives/paging.ts';
import { storable } from '../../primitives/text.ts';
import { isDay, LONGEST_PERIOD_DAYS, periodDays } from './period.rules.ts';

const day = z
  .string()
  .refine(isDay, 'Choose a day, such as Nov 6, 2026')
  .transform((text): LocalDate => localDate(text));

export const COMPARISONS = ['previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const reportFiltersSchema = z.strictObject({
  source: sourceSchema.optional(),
  materialId: materialIdSchema.optional(),
  zip: z
    .string()
    .regex(/^\d{5}$/, 'Enter a five-digit ZIP code')
    .optional(),
  userId: userIdSchema.optional(),
});
export type ReportFilters = z.infer<typeof reportFiltersSchema>;

const asked = z.strictObject({
  /** The first and last day, both inclusive, in the company's time zone. */
  from: day,
  to: day,
  /** The comparison period: the same number of days just before, or the same days a year earlier. */
  compare: z.enum(COMPARISONS).optional(),
  filters: reportFiltersSchema.optional(),
});
const isPeriod = ({ from, to }: { from: LocalDate; to: LocalDate }) => {
  const days = periodDays({ from, to });
  return days >= 1 && days <= LONGEST_PERIOD_DAYS;
};
const WRONG_PERIOD = {
  path: ['to'],
  message: 'The last day can’t be before the first day or more than 20 years after it',
};

/** A report about the leads that were created in a period, and their current status. */
export const reportInput = asked.refine(isPeriod, WRONG_PERIOD);
export type ReportInput = z.infer<typeof reportInput>;

/** `figure` is a figure's name, as parsed in `figure.rules.ts`. */
export const reportLeadsInput = asked
  .extend({ figure: z.string().overwrite(storable).min(1).max(300), cursor: pageFields.cursor })
  .refine(isPeriod, WRONG_PERIOD);
export type ReportLeadsInput = z.infer<typeof reportLeadsInput>;
export const reportLeadsView = leadListView;

const WRONG_MONTH = 'Choose a month, such as November 2026';

export const sourceCostInput = z.strictObject({
  source: sourceSchema,
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/, WRONG_MONTH)
    .refine((month) => isDay(`${month}-01`), WRONG_MONTH),
  costCents: z.number().int().min(0).max(99_999_999_999),
});
export type SourceCostInput = z.infer<typeof sourceCostInput>;
/** The costs entered for a month. */
export const sourceCostsInput = sourceCostInput.pick({ month: true });
export const sourceCostsView = z.array(z.object({ source: z.string(), costCents: z.number().int() }));

const count = z.number().int();
const money = z.number().int();
const rate = z.number().nullable();

/** The figures for one group of leads, such as one source. */
const group = { leads: count, sent: count, won: count, wonCents: money.nullable() };

/** The figures that every plan includes. Without advanced analytics, all other figures are null. */
const figures = z.object({
  leads: count,
  /**
   * The minutes from a lead's creation until the first estimate was sent or a person first typed a message. Null if no
   * lead was answered.
   */
  firstAnswerMinutes: z.object({ median: z.number(), p90: z.number() }).nullable(),
  answered: count.nullable(),
  /** The number of leads that reached at least each stage. */
  funnel: z.object({ new: count, contacted: count, sent: count, viewed: count, accepted: count, paid: count }),
  /** The share of leads that accepted an estimate, paid, or were marked as won. Null if there are no leads. */
  winRate: rate,
  won: count,
  wonCents: money.nullable(),
  outstandingCents: money.nullable(),
  depositedCents: money.nullable(),
  bySource: z.array(z.object({ source: z.string(), ...group, costCents: money.nullable() })),
  byMaterial: z.array(z.object({ materialType: z.string(), ...group })).nullable(),
  byZip: z.array(z.object({ zip: z.string(), ...group })).nullable(),
  byPerson: z.array(z.object({ userId: z.string(), name: z.string(), ...group })).nullable(),
  byFirstTouch: z.array(z.object({ name: z.string(), ...group })).nullable(),
  byLastTouch: z.array(z.object({ name: z.string(), ...group })).nullable(),
  /** A reply is counted for the last follow-up sent before it. */
  steps: z.array(z.object({ step: count, sent: count, replies: count })).nullable(),
  lostReasons: z.array(z.object({ reason: z.string(), count })).nullable(),
  /** The amounts still owed, by days since acceptance. `to` is null for the last group. */
  outstanding: z.array(z.object({ from: count, to: count.nullable(), leads: count, cents: money })).nullable(),
  /** Payments for the report's leads minus refunds, by the month of payment ('YYYY-MM') in the company's zone. */
  depositedByMonth: z.array(z.object({ month: z.string(), cents: money })).nullable(),
});
export type ReportFigures = z.infer<typeof figures>;

export const reportView = figures.extend({
  previous: figures.nullable(),
  /** Whether the plan has advanced analytics. */
  advanced: z.boolean(),
  /** When the figures were computed, by the business clock. */
  asOf: z.string(),
  zone: z.string(),
});
export type ReportView = z.infer<typeof reportView>;

export const reportCsvView = z.object({ csv: z.string() });

export const offerFiguresInput = asked.pick({ from: true, to: true }).refine(isPeriod, WRONG_PERIOD);
export type OfferFiguresInput = z.infer<typeof offerFiguresInput>;
/** The number of offers made, of estimates signed with a discount, and the sum of those discounts. */
export const offerFiguresView = z.object({ made: count, signed: count, discountCents: money });
export type OfferFigures = z.infer<typeof offerFiguresView>;

export const agentFiguresInput = asked.pick({ from: true, to: true }).refine(isPeriod, WRONG_PERIOD);
export type AgentFiguresInput = z.infer<typeof agentFiguresInput>;
/**
 * How many conversations the sales agent answered. `priced` counts the answered conversations in which the agent quoted
 * a price. `handedOver` counts answered conversations that were handed over to a person. `won` counts answered
 * conversations with a won lead.
 */
export const agentFiguresView = z.object({ answered: count, priced: count, handedOver: count, won: count });
export type AgentFigures = z.infer<typeof agentFiguresView>;

/** Today in the company's time zone, as 'YYYY-MM-DD'. */
export const reportTodayView = z.object({ today: z.string() });
export type ReportTodayView = z.infer<typeof reportTodayView>;
