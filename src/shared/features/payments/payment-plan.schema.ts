import { z } from 'zod';
import { estimateIdSchema } from '../../primitives/ids.ts';
import { localDate } from '../../primitives/local-date.ts';
import { line } from '../../primitives/text.ts';
import { MAX_STAGES, type PlanStage } from './payment-plan.rules.ts';

const PERCENT_HINT = 'Enter a percentage from 0.0001 to 100, such as 25';
const AMOUNT_HINT = 'Enter an amount from $0.01 to $100,000,000.00, such as 1500';
const DAY_HINT = 'Enter a day, such as 2026-12-01';
const ONE_AMOUNT = 'Enter a percentage or an amount, or let this stage take the rest';

const hasFourDecimals = (percent: number): boolean => Math.abs(percent * 10_000 - Math.round(percent * 10_000)) < 1e-6;
const isDueWord = (due: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(due)) return true;
  try {
    return localDate(due) >= '2000-01-01';
  } catch {
    return false;
  }
};

const stageInput = z
  .strictObject({
    label: line('a name, such as Deposit', 60),
    percent: z
      .number(PERCENT_HINT)
      .min(0.0001, PERCENT_HINT)
      .max(100, PERCENT_HINT)
      .refine(hasFourDecimals, 'Use at most four decimals, such as 33.3333')
      .optional(),
    cents: z.number(AMOUNT_HINT).int(AMOUNT_HINT).min(1, AMOUNT_HINT).max(10_000_000_000, AMOUNT_HINT).optional(),
    rest: z.literal(true).optional(),
    due: line('when it’s due', 60).refine(isDueWord, DAY_HINT),
  })
  .transform(({ label, due, percent, cents, rest }, context): PlanStage => {
    const amounts = [percent, cents, rest].filter((amount) => amount !== undefined);
    if (amounts.length !== 1)
      context.addIssue({
        code: 'custom',
        path: [amounts.length === 0 ? 'percent' : rest ? 'rest' : 'cents'],
        message: ONE_AMOUNT,
      });
    if (percent !== undefined) return { label, due, percent };
    return cents === undefined ? { label, due, rest: true } : { label, due, cents };
  });

/** A payment plan, in the order of its stages. Whether it fits the price is checked with the estimate. */
export const planInput = z.array(stageInput).min(1, 'Add a stage').max(MAX_STAGES, `Use at most ${MAX_STAGES} stages`);

export const paymentPlanInput = z.strictObject({ estimateId: estimateIdSchema });
export const setPaymentPlanInput = z.strictObject({ estimateId: estimateIdSchema, stages: planInput });
export type SetPaymentPlanInput = z.infer<typeof setPaymentPlanInput>;

/** A stage as it stands. `dueOn` is a calendar day, or null while the day isn't known. */
export const stageView = z.object({
  label: z.string(),
  cents: z.number().int(),
  due: z.string(),
  dueOn: z.string().nullable(),
  paidCents: z.number().int(),
  status: z.enum(['planned', 'due', 'paid']),
});
export type StageView = z.infer<typeof stageView>;

const planStage = { label: z.string(), due: z.string() };
/** A stage as it was entered: a share of the total, an amount, or the rest. */
const planStageView = z.union([
  z.object({ ...planStage, percent: z.number() }),
  z.object({ ...planStage, cents: z.number().int() }),
  z.object({ ...planStage, rest: z.literal(true) }),
]);
export const planView = z.array(planStageView);

/**
 * An estimate's payment plan. `isDefault` is true for a deposit and the rest, if no plan was set. `kept` counts the stages at the
 * beginning that can't be changed anymore, because they're due or paid. `maxAtSigningCents` is the state's limit on what
 * is due at the signature (C27), or null.
 */
export const paymentPlanView = z.object({
  stages: z.array(stageView),
  plan: planView,
  isDefault: z.boolean(),
  kept: z.number().int(),
  totalCents: z.number().int(),
  maxAtSigningCents: z.number().int().nullable(),
  /** The set message that tells the homeowner that the work is done, and what is due then, in cents. */
  doneMessage: z.string(),
  dueWhenDoneCents: z.number().int(),
  /** The last day 'YYYY-MM-DD' on which the homeowner may still cancel what they signed last (C28). Null if it's over. */
  canCancel: z.object({ what: z.enum(['estimate', 'change']), until: z.string() }).nullable(),
});
export type PaymentPlanView = z.infer<typeof paymentPlanView>;
