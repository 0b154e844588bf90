import { type AgreedPrice, linesAfter } from '#shared/features/changes/change-price.rules.ts';
import { fenceInRuns } from '#shared/features/changes/fence-in-runs.rules.ts';
import { discountOf } from '#shared/features/estimates/offer-price.rules.ts';
import type { Fence } from '#shared/features/pricing/fence.ts';
import type { FenceLine } from '#shared/features/pricing/fence-line.ts';
import { type PriceList, WALK } from '#shared/features/pricing/price-book.ts';
import { counts, type DiscountFor } from '#shared/features/pricing/price.rules.ts';
import type { MaterialId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { isAgreedChange } from '../estimates/document-changes.ts';
import type { Version } from '../estimates/estimate-document.ts';
import type { EstimateOptionRow, EstimateRow, StoredPrice } from '../estimates/estimates.table.ts';
import { storedPriceOf } from '../estimates/stored-price.ts';
import { getKeptPrices } from '../pricing/price-lists.repository.ts';
import { getPrices } from '../pricing/prices.repository.ts';

type Signed = Pick<Version, 'estimate' | 'options' | 'acceptance'>;

const signedRow = ({ estimate, options, acceptance }: Signed): EstimateRow | EstimateOptionRow =>
  options.find(({ id }) => id === acceptance?.option_id) ?? estimate;

/** Returns what the signed option was priced as. */
export const signedPriceOf = (version: Signed): StoredPrice => storedPriceOf(signedRow(version));

/**
 * Returns what a signed job costs so far, and the prices that it was signed at. A version that was sent before its prices
 * were kept has today's prices, except those that it's stored with.
 */
export const agreedPriceOf = async (
  tx: CompanyTx,
  version: Version,
): Promise<{ agreed: AgreedPrice; prices: PriceList }> => {
  const { lines, rules } = signedPriceOf(version);
  const prices = await pricesOf(tx, version);
  const ticked = new Set(version.acceptance?.add_on_ids);
  const signed = lines.filter((line) => counts(line, ticked)).map(({ addOn: _addOn, ...line }): FenceLine => line);
  const changes = version.changes.filter(isAgreedChange);
  return {
    agreed: {
      fence: changes.at(-1)?.fence ?? signedFence(version, prices),
      lines: linesAfter(signed, changes),
      rules,
      discountFor: discountOfSigned(version, signed),
    },
    prices,
  };
};

const pricesOf = async (tx: CompanyTx, version: Signed): Promise<PriceList> => {
  const { company_id: companyId, price_list: kept } = version.estimate;
  if (kept !== null) return getKeptPrices(tx, companyId, kept);
  const today = await getPrices(tx, companyId);
  const row = signedRow(version);
  return {
    ...today,
    basePriceCents: row.base_price_cents,
    gatePriceCents: row.gate_price_cents,
    materials: today.materials.map((material) =>
      material.name === row.material_type ? { ...material, premiumCents: row.premium_cents } : material,
    ),
    book: {
      ...today.book,
      gateKinds: today.book.gateKinds.map((kind) =>
        kind.key === WALK ? { ...kind, priceCents: row.gate_price_cents } : kind,
      ),
    },
  };
};

/** Returns the signed fence. Versions from before materials' ids were stored have their material by its name. */
const signedFence = (version: Version, prices: PriceList): Fence => {
  const row = signedRow(version);
  const { fence } = storedPriceOf(row);
  const byName = prices.materials.find(({ name }) => name === row.material_type)?.id;
  const materialId = (fence.runs[0]?.materialId || byName) as MaterialId | undefined;
  return fence.plain && materialId !== undefined
    ? fenceInRuns(fence, { materialId, drawing: version.estimate.drawing })
    : fence;
};

/** The discount that was signed: the same per cent of another sum, or the same amount. */
const discountOfSigned = ({ acceptance }: Signed, signed: readonly FenceLine[]): DiscountFor => {
  const cents = acceptance?.discount_cents ?? 0;
  if (!acceptance || cents === 0) return () => 0;
  const document = JSON.parse(acceptance.document) as { subtotalCents?: number; offer?: { percent?: number } };
  const percent = document.offer?.percent;
  const before = document.subtotalCents ?? signed.reduce((sum, { totalCents }) => sum + totalCents, 0);
  return (sum) => {
    if (sum === before) return cents;
    return percent === undefined ? Math.min(cents, sum) : discountOf(sum, { percent });
  };
};
