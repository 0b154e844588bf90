import { neutralBook, type PriceBook, type PriceList, WALK } from '#shared/features/pricing/price-book.ts';
import { DEFAULT_BASE_PRICE_CENTS, DEFAULT_GATE_PRICE_CENTS } from '#shared/features/pricing/pricing.schema.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { StoredBook } from './pricing.table.ts';

/** A company's materials as a price list names them, in the company's order. */
export interface ListedPrice {
  id: MaterialId;
  name: string;
  premiumCents: number;
}

/** A company's current prices, with the version of its book. */
export type StoredPrices = Omit<PriceList, 'materials'> & { materials: ListedPrice[]; bookVersion: number };

/** Returns a stored book with its gate price, or a neutral one. Materials that were deleted have no prices in it. */
export const bookOf = (
  stored: StoredBook | null,
  { gatePriceCents, materials }: { gatePriceCents: number; materials: readonly { id: string }[] },
): PriceBook => {
  if (stored === null) return neutralBook(gatePriceCents);
  const listed = new Set(materials.map(({ id }) => id));
  return {
    ...stored,
    heights: stored.heights.filter(({ materialId }) => listed.has(materialId)),
    gateKinds: stored.gateKinds.map(({ byMaterial, ...kind }) => ({
      ...kind,
      ...(kind.key === WALK && { priceCents: gatePriceCents }),
      ...(byMaterial && { byMaterial: byMaterial.filter(({ materialId }) => listed.has(materialId)) }),
    })),
  };
};

/** Returns the company's prices in cents, or the defaults from spec section 9 and a neutral book if none were saved. */
export const getPrices = async (tx: CompanyTx, companyId: CompanyId): Promise<StoredPrices> => {
  const materials = await tx
    .selectFrom('materials')
    .select(['id', 'name', 'premium_cents as premiumCents'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const row = await tx
    .selectFrom('pricing_settings')
    .select(['base_price_cents', 'gate_price_cents', 'book', 'book_version'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const gatePriceCents = row?.gate_price_cents ?? DEFAULT_GATE_PRICE_CENTS;
  return {
    basePriceCents: row?.base_price_cents ?? DEFAULT_BASE_PRICE_CENTS,
    gatePriceCents,
    materials,
    book: bookOf(row?.book ?? null, { gatePriceCents, materials }),
    bookVersion: row?.book_version ?? 1,
  };
};

/**
 * Locks a company's prices until the transaction ends, because the base price and the premiums are checked together.
 */
export const lockPrices = async (tx: CompanyTx, companyId: CompanyId): Promise<{ basePriceCents: number }> => {
  await tx
    .insertInto('pricing_settings')
    .values({ company_id: companyId })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute();
  return tx
    .selectFrom('pricing_settings')
    .select('base_price_cents as basePriceCents')
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
};
