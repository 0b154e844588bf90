import { z } from 'zod';
import { systemKeySchema } from '../take-off/system-keys.ts';
import { bookView } from './price-book.schema.ts';

/** A material in the company's list. `premiumCents` is per foot, added to the base price, and may be negative. */
export const materialView = z.object({
  id: z.string(),
  name: z.string(),
  premiumCents: z.number().int(),
  description: z.string(),
  basic: z.boolean(),
  /** The fence system that its materials are counted with. Null if it isn't linked to one. */
  system: systemKeySchema.nullable(),
});
export type MaterialView = z.infer<typeof materialView>;

/** A company's prices in cents: the base price per foot and the price per gate. */
export const pricingView = z.object({
  basePriceCents: z.number().int(),
  gatePriceCents: z.number().int(),
  materials: z.array(materialView),
  book: bookView,
});
export type PricingView = z.infer<typeof pricingView>;

/** The default prices for a new company (spec, section 9). */
export const DEFAULT_BASE_PRICE_CENTS = 762;
export const DEFAULT_GATE_PRICE_CENTS = 30_000;
export const DEFAULT_MATERIALS = [
  {
    name: '6ft Wood Picket',
    premiumCents: 0,
    basic: true,
    description: 'Dog-eared cedar pickets, six feet high',
    system: 'wood_privacy',
  },
  {
    name: '4ft Wood Picket',
    premiumCents: 500,
    basic: true,
    description: 'Pointed pickets with gaps, four feet high',
    system: 'wood_picket',
  },
  {
    name: 'Vinyl',
    premiumCents: 1_000,
    basic: false,
    description: 'Tongue-and-groove privacy panels',
    system: 'vinyl_panel_8',
  },
  {
    name: 'Black Metal',
    premiumCents: 1_000,
    basic: false,
    description: 'Powder-coated ornamental steel',
    system: 'aluminum_6',
  },
] as const satisfies readonly Omit<MaterialView, 'id'>[];

export { MAX_GATES } from './fence-limits.ts';
