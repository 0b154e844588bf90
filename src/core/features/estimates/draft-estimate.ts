import { validUntil } from '#shared/features/estimates/estimate-number.rules.ts';
import type { EstimateLine } from '#shared/features/estimates/estimates.schema.ts';
import { depositCents, estimateLines, type PriceInput, priceEstimate } from '#shared/features/pricing/price.rules.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, MaterialId } from '#shared/primitives/ids.ts';
import { type LocalDate, localDateOf } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { findMaterial, getPrices, type PricedMaterial } from './estimates.repository.ts';

/** Percent of the total that is due on acceptance (spec, section 9). */
export const DEPOSIT_PERCENT = 50;

/** What an estimate says before it is stored, from the settings of this moment. Money in cents. */
export interface DraftEstimate {
  price: PriceInput;
  material: PricedMaterial;
  totalCents: number;
  depositCents: number;
  lines: EstimateLine[];
  /** The day in the company's zone, and the last day on which it may be accepted. */
  date: LocalDate;
  validUntil: LocalDate;
}

/**
 * Prices an estimate from the company's settings as this transaction sees them. Throws VALIDATION_FAILED where
 * the material is no longer on the list or the price can't be reckoned.
 */
export const draftEstimate = async (
  tx: CompanyTx,
  asked: {
    companyId: CompanyId;
    timeZone: string;
    perimeter: number;
    materialId: MaterialId;
    gateCount: number;
    at: Date;
  },
): Promise<DraftEstimate> => {
  const { companyId, perimeter, gateCount } = asked;
  const material = await findMaterial(tx, { companyId, id: asked.materialId });
  if (!material) throw invalid({ materialId: 'This material is no longer on your list. Choose another' });
  const prices = await getPrices(tx, companyId);
  const price = { perimeter, gateCount, premiumCents: material.premium_cents, ...prices };
  const { totalCents } = priceEstimate(price);
  const date = localDateOf(asked.at, asked.timeZone);
  return {
    price,
    material,
    totalCents,
    depositCents: depositCents(totalCents, DEPOSIT_PERCENT),
    lines: estimateLines({ ...price, materialType: material.name }),
    date,
    validUntil: validUntil(date),
  };
};
