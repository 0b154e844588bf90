import { priceEstimate } from '#shared/features/pricing/price.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { Cents } from '#shared/primitives/cents.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { findMaterial, getPrices } from '../pricing/prices.repository.ts';

interface Fence {
  materialId: MaterialId | null;
  /** In feet, with decimals. */
  perimeter: number | null;
  gateCount: number;
}

/**
 * Returns the material's name and the fence's current price. `quoteCents` is null if the length or the material isn't
 * given. Throws VALIDATION_FAILED if the company doesn't sell this material.
 */
export async function quoteFence(
  tx: CompanyTx,
  companyId: CompanyId,
  { materialId, perimeter, gateCount }: Fence,
): Promise<{ materialType: string | null; quoteCents: Cents | null }> {
  if (materialId === null) return { materialType: null, quoteCents: null };
  const material = await findMaterial(tx, { companyId, id: materialId });
  if (!material) throw invalid({ materialId: 'Choose a material from your list' });
  if (perimeter === null) return { materialType: material.name, quoteCents: null };
  const prices = await getPrices(tx, companyId);
  const { totalCents } = priceEstimate({ perimeter, gateCount, premiumCents: material.premium_cents, ...prices });
  return { materialType: material.name, quoteCents: totalCents };
}
