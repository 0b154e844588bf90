import { plainFence } from '#shared/features/pricing/fence.ts';
import { fenceLines } from '#shared/features/pricing/fence-lines.rules.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { type DiscountFor, type FencePrice, sumFence, sumRulesOf } from '#shared/features/pricing/price.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { EstimateOptionRow, EstimateRow, StoredPrice } from './estimates.table.ts';

/** An option's pricing columns. They're in the option's row or, for a single option, in the version's row. */
export type Priced = Pick<
  EstimateRow,
  'perimeter_ft' | 'gate_count' | 'material_type' | 'base_price_cents' | 'premium_cents' | 'gate_price_cents' | 'priced'
>;

/** Returns what an option was priced as. For a version sent before that was stored, it's made from its prices. */
export const storedPriceOf = (row: Priced | EstimateOptionRow): StoredPrice => {
  if (row.priced !== null) return row.priced;
  const fence = plainFence({ perimeter: row.perimeter_ft, materialId: '', gateCount: row.gate_count });
  const book = neutralBook(row.gate_price_cents);
  const { lines, faults } = fenceLines(
    fence,
    {
      basePriceCents: row.base_price_cents,
      gatePriceCents: row.gate_price_cents,
      materials: [{ id: '', name: row.material_type, premiumCents: row.premium_cents }],
      book,
    },
    null,
  );
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return { fence, lines, rules: sumRulesOf(book) };
};

/** Returns the ids of the add-ons in these that are the option's own. */
export const addOnsIn = ({ fence }: StoredPrice, ids: readonly string[]): string[] =>
  fence.addOns.flatMap(({ id }) => (ids.includes(id) ? [id] : []));

/** Adds up a stored price with these add-ons ticked, less what `discountFor` takes off the sum. */
export const sumStored = (
  { lines, rules }: StoredPrice,
  { ticked, discountFor }: { ticked: readonly string[]; discountFor?: DiscountFor },
): FencePrice => sumFence(lines, rules, { ticked, ...(discountFor && { discountFor }) });
