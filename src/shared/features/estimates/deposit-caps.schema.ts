import { z } from 'zod';

const whole = z.int().min(1);

const cap = z
  .strictObject({
    combine: z.enum(['fraction', 'lesser', 'greater']),
    fraction: z
      .strictObject({ num: whole, den: whole })
      .refine(({ num, den }) => num <= den, 'the fraction must not exceed 1'),
    dollars: whole.optional(),
    /**
     * Costs that state law lets a contractor collect beyond the percentage. Picket has no field for them, so they don't
     * raise the cap.
     */
    orCostOf: z.string().optional(),
    plusCostOf: z.string().optional(),
  })
  .refine(
    ({ combine, dollars }) => (combine === 'lesser') === (dollars !== undefined),
    'only a cap of kind “lesser” has an amount in dollars',
  );

const row = z
  .strictObject({
    cap: cap.nullable(),
    minContractDollars: z.int().min(0).nullable(),
    /** Whether the cap also applies to a contract for exactly this price. */
    minContractIncluded: z.boolean().default(false),
    waivable: z.boolean().nullable(),
    specialOrder: z.string().nullable(),
    covers: z.string().nullable(),
    cite: z.string().nullable(),
    source: z.array(z.url()).min(1),
    confidence: z.enum(['statute read', 'secondary source', 'no cap found']),
    asOf: z.iso.date(),
    verifyBeforeLaunch: z.literal(true).optional(),
    note: z.string(),
  })
  .refine(
    ({ cap: found, minContractDollars: from }) => (found === null) === (from === null),
    'a cap needs a minimum contract price, and only a cap has one',
  )
  .refine(
    ({ cap: found, confidence }) => (found === null) === (confidence === 'no cap found'),
    'a row without a cap must have the confidence “no cap found”',
  );

/** Deposit caps by state, each with its source (C27). */
export const depositCapsSchema = z.object({
  asOf: z.iso.date(),
  states: z.record(z.string().regex(/^[A-Z]{2}$/), row),
});
export type DepositCaps = z.output<typeof depositCapsSchema>;
