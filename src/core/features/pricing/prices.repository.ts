import { DEFAULT_BASE_PRICE_CENTS, DEFAULT_GATE_PRICE_CENTS } from '#shared/features/pricing/pricing.schema.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { MaterialRow } from './pricing.table.ts';

export type PricedMaterial = Pick<MaterialRow, 'id' | 'name' | 'premium_cents'>;

/** Returns a material unless it was deleted from the company's list. */
export const findMaterial = (
  tx: CompanyTx,
  { companyId, id }: { companyId: CompanyId; id: MaterialId },
): Promise<PricedMaterial | undefined> =>
  tx
    .selectFrom('materials')
    .select(['id', 'name', 'premium_cents'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Returns the company's prices in cents, or the defaults from spec section 9 if none were saved. */
export const getPrices = async (
  tx: CompanyTx,
  companyId: CompanyId,
): Promise<{ basePriceCents: number; gatePriceCents: number }> => {
  const row = await tx
    .selectFrom('pricing_settings')
    .select(['base_price_cents', 'gate_price_cents'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return {
    basePriceCents: row?.base_price_cents ?? DEFAULT_BASE_PRICE_CENTS,
    gatePriceCents: row?.gate_price_cents ?? DEFAULT_GATE_PRICE_CENTS,
  };
};
