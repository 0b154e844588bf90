import { z } from 'zod';
import { materialIdSchema } from '../../primitives/ids.ts';
import { line, paragraph } from '../../primitives/text.ts';
import { systemKeySchema } from '../take-off/system-keys.ts';
import { BASIC_MATERIALS } from './least-price.rules.ts';

const PRICE_HINT = 'Enter a price of 0 or more, such as 7.62';
const GATE_HINT = 'Enter a whole number of dollars, such as 300';
const PREMIUM_HINT = 'Enter a premium in dollars and cents, such as 5.00 or -1.50';
const MAX_PER_FOOT = 10_000_000;
const MAX_GATE = 100_000_000;

const basePricesWere = { basePriceCents: z.number(), gatePriceCents: z.number() };
const basePrices = {
  basePriceCents: z.number(PRICE_HINT).int(PRICE_HINT).min(0, PRICE_HINT).max(MAX_PER_FOOT, PRICE_HINT),
  /** In cents, but must be whole dollars (spec, section 5). */
  gatePriceCents: z
    .number(GATE_HINT)
    .int(GATE_HINT)
    .multipleOf(100, GATE_HINT)
    .min(0, GATE_HINT)
    .max(MAX_GATE, GATE_HINT),
};

/**
 * The company's base prices, in cents per foot and cents per gate. `was` contains the prices that the form loaded. If
 * another window has changed the stored prices since then, the update is rejected with CONFLICT.
 */
export const basePricesInput = z.strictObject({
  ...basePrices,
  /** Whether materials with a premium keep their price per foot. By default, they keep their premium. */
  keepPrices: z.boolean().optional(),
  was: z.strictObject(basePricesWere).optional(),
});
export type BasePricesInput = z.infer<typeof basePricesInput>;

const name = line('a name', 80);
const premiumCents = z
  .number(PREMIUM_HINT)
  .int(PREMIUM_HINT)
  .min(-MAX_PER_FOOT, PREMIUM_HINT)
  .max(MAX_PER_FOOT, PREMIUM_HINT);
const description = paragraph(500);
const system = systemKeySchema.nullable().optional();

/** `premiumCents` is per foot, added to the base price, and may be negative for a cheaper material. */
export const materialAddInput = z.strictObject({ name, premiumCents, description: description.optional(), system });
export type MaterialAddInput = z.infer<typeof materialAddInput>;

/** Missing fields stay unchanged. `was` works the same way as for the base prices. */
export const materialUpdateInput = z.strictObject({
  id: materialIdSchema,
  name: name.optional(),
  premiumCents: premiumCents.optional(),
  description: description.optional(),
  system,
  was: z.strictObject({ name: z.string(), premiumCents: z.number(), description: z.string() }).partial().optional(),
});
export type MaterialUpdateInput = z.infer<typeof materialUpdateInput>;

/** The materials that the widget shows on Starter. */
export const basicMaterialsInput = z.strictObject({
  materialIds: z
    .array(materialIdSchema)
    .min(1, 'Choose at least one material')
    .max(BASIC_MATERIALS, `Choose at most ${BASIC_MATERIALS} materials`),
});

export const materialRestoreInput = z.strictObject({ id: materialIdSchema });
export const materialDeleteInput = z.strictObject({ id: materialIdSchema });
