import type { Measured } from '#shared/features/drawing/measured.ts';
import { askedFaults, askedFence } from '#shared/features/pricing/asked-fence.rules.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import type { PriceList } from '#shared/features/pricing/price-book.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { Cents } from '#shared/primitives/cents.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { getPrices } from '../pricing/prices.repository.ts';
import { leadWords } from './words.ts';

interface Fence {
  materialId: MaterialId | null;
  /** In feet, with decimals. */
  perimeter: number | null;
  gateCount: number;
  /** The job's ZIP code. Null if it isn't known. */
  zip: string | null;
  /** What the homeowner said about the fence. Null if only a length and a number of gates are known. */
  measured: Measured | null;
}

/**
 * Returns the material's name and the fence's current price. `quoteCents` is null if the length or the material isn't
 * given, or if the company doesn't serve the ZIP code. Throws VALIDATION_FAILED if the company doesn't sell this
 * material.
 */
export async function quoteFence(
  tx: CompanyTx,
  companyId: CompanyId,
  { materialId, perimeter, gateCount, zip, measured }: Fence,
): Promise<{ materialType: string | null; quoteCents: Cents | null }> {
  if (materialId === null) return { materialType: null, quoteCents: null };
  const prices = await getPrices(tx, companyId);
  const material = prices.materials.find(({ id }) => id === materialId);
  if (!material) throw invalid({ materialId: 'Choose a material from your list' });
  const served = !prices.book.zones.some((zone) => 'refuse' in zone && zip !== null && zone.zips.includes(zip));
  if (perimeter === null || !served) return { materialType: material.name, quoteCents: null };
  const priceWith = (described: Measured | null) =>
    priceFence(askedFence({ perimeter, materialId, gateCount, measured: described }, prices.book), prices, { zip });
  // The homeowner's height or gate may have left the price book since.
  const stillSold = measured === null || sells(measured, { materialId, prices });
  const { totalCents } = priceWith(stillSold ? measured : null);
  return { materialType: material.name, quoteCents: totalCents };
}

const sells = (measured: Measured, of: { materialId: MaterialId; prices: PriceList }): boolean =>
  Object.keys(askedFaults(measured, { ...of, say: leadWords(DEFAULT_LANGUAGE).refused })).length === 0;
