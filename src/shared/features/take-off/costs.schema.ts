import { z } from 'zod';
import { estimateIdSchema } from '../../primitives/ids.ts';
import { line } from '../../primitives/text.ts';

/** What labor is counted by. */
export const LABOR_PER = ['foot', 'post', 'section', 'gate', 'leaf'] as const;

const CENTS_HINT = 'Enter an amount from 0 to $100,000';
const MINUTES_HINT = 'Enter minutes from 0 to 10,000, with at most two decimals';
const MARGIN_HINT = 'Enter a margin from 0% to 99.99%';
const MAX_ITEMS = 500;
const MAX_LABOR = 40;

const cents = z.number(CENTS_HINT).int(CENTS_HINT).min(0, CENTS_HINT).max(10_000_000, CENTS_HINT);
const marginBps = z.number(MARGIN_HINT).int(MARGIN_HINT).min(0, MARGIN_HINT).max(9_999, MARGIN_HINT);
const item = z.strictObject({
  key: z.string().regex(/^[a-z][\w.,/ -]{0,99}$/i, 'Use a key from a list of materials'),
  cents: cents.nullable(),
});
const labor = z.strictObject({
  activity: line('what is done, such as Set posts', 60),
  per: z.enum(LABOR_PER, `Choose one of: ${LABOR_PER.join(', ')}`),
  minutes: z.number(MINUTES_HINT).min(0, MINUTES_HINT).max(10_000, MINUTES_HINT).multipleOf(0.01, MINUTES_HINT),
});
export type LaborRate = z.infer<typeof labor>;

const once = <T>(keyOf: (entry: T) => string) => ({
  check: (entries: readonly T[]) => new Set(entries.map(keyOf)).size === entries.length,
  message: 'Name each one once',
});
const items = once<z.infer<typeof item>>(({ key }) => key);
const activities = once<LaborRate>(({ activity }) => activity.toLowerCase());

/** What isn't given stays as it is, also items. `cents: null` removes an item's cost. `labor` is the whole list. */
export const costsUpdateInput = z.strictObject({
  version: z.number().int().min(0),
  hourlyCents: cents.optional(),
  items: z.array(item).max(MAX_ITEMS).refine(items.check, items.message).optional(),
  labor: z.array(labor).max(MAX_LABOR).refine(activities.check, activities.message).optional(),
  targetMarginBps: marginBps.nullable().optional(),
});
export type CostsUpdateInput = z.infer<typeof costsUpdateInput>;

/** Changed costs that aren't saved yet. */
export const costsCheckInput = costsUpdateInput.omit({ version: true });
export type CostsCheckInput = z.infer<typeof costsCheckInput>;

/** Open estimates whose margin would be below the target. `totalCents` is without tax, as the margin is. */
export const costsCheckView = z.object({
  estimates: z.array(
    z.object({
      estimateId: z.string(),
      leadId: z.string(),
      number: z.string(),
      name: z.string(),
      totalCents: z.number().int(),
      marginBps: z.number().int(),
    }),
  ),
});
export type CostsCheckView = z.infer<typeof costsCheckView>;

/** A company's costs. `items` has the keys of its materials, null where no cost was entered. `version` starts at 0. */
export const costsView = z.object({
  version: z.number().int(),
  hourlyCents: z.number().int(),
  items: z.array(z.object({ key: z.string(), cents: z.number().int().nullable() })),
  /** What has each key in lists of materials. Different goods can share one. */
  labels: z.record(z.string(), z.string()),
  labor: z.array(labor),
  targetMarginBps: z.number().int().nullable(),
});
export type CostsView = z.infer<typeof costsView>;

export const priceForMarginInput = z.strictObject({ estimateId: estimateIdSchema, marginBps });
export type PriceForMarginInput = z.infer<typeof priceForMarginInput>;
export const priceForMarginView = z.object({ totalCents: z.number().int() });
