import {
  depositInTerms,
  type Deposit,
  depositOf,
  type DepositTerms,
} from '#shared/features/estimates/deposit.rules.ts';
import { bestOffer, type DatedOffer, discountBy } from '#shared/features/estimates/offer-price.rules.ts';
import type { EstimateLine } from '#shared/features/estimates/estimates.schema.ts';
import { feetOf } from '#shared/features/pricing/fence.ts';
import { fenceOf } from '#shared/features/pricing/fence-of.ts';
import type { FenceInput } from '#shared/features/pricing/fence.schema.ts';
import { viewLines } from '#shared/features/pricing/line-view.ts';
import { type DiscountFor, priceFence, taxWords } from '#shared/features/pricing/price.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { AppError, type FieldErrors } from '#shared/primitives/app-error.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';

/** An estimate computed from the typed values. */
export interface Reckoned {
  perimeter: number;
  gateCount: number;
  /** The material of the first run. */
  materialType: string;
  lines: EstimateLine[];
  /** The offer that gives the discount. Null if there's none. */
  offer: DatedOffer | null;
  discountCents: number;
  /** Null if nothing is taxed. */
  tax: { label: string; cents: number } | null;
  totalCents: number;
  /** The deposit. Undefined until the deposit rules are loaded. `words` is the deposit as worded in the terms. */
  deposit: (Deposit & { words: string }) | undefined;
}

/** A fence to price. Its numbers needn't be valid. */
type GivenFence = Omit<FenceInput, 'perimeter' | 'materialId'> & { perimeter?: number; materialId?: string };

const priceOf = (
  input: GivenFence,
  pricing: PricingView,
  { zip, discountFor }: { zip: string | null; discountFor?: DiscountFor },
) => {
  let addOns = 0;
  const fence = fenceOf(input as FenceInput, () => String((addOns += 1)));
  return { fence, price: priceFence(fence, pricing, { zip, ...(discountFor && { discountFor }) }) };
};

/** Returns why a fence can't be priced by the server's paths. Empty if it can be. */
export const priceFaults = (input: FenceInput, pricing: PricingView, zip: string | null): FieldErrors => {
  try {
    priceOf(input, pricing, { zip });
    return {};
  } catch (error) {
    if (error instanceof AppError && error.fields) return error.fields;
    throw error;
  }
};

/**
 * Computes the lines, total and deposit of an option with the server's functions. Returns undefined if it can't be
 * priced. Without `depositTerms`, there's no deposit. Of the offers, the one with the largest discount counts. `zip` is
 * the job's, and `language` is that of the terms, which say the deposit.
 */
export const reckon = (
  input: GivenFence | undefined,
  pricing: PricingView,
  {
    depositTerms,
    offers = [],
    zip = null,
    language = DEFAULT_LANGUAGE,
  }: {
    depositTerms?: DepositTerms | undefined;
    offers?: readonly DatedOffer[];
    zip?: string | null;
    language?: Language;
  } = {},
): Reckoned | undefined => {
  if (!input) return undefined;
  try {
    const { fence, price } = priceOf(input, pricing, { zip, discountFor: discountBy(offers) });
    const { lines, subtotalCents, discountCents, taxCents, taxableCents, totalCents } = price;
    return {
      perimeter: feetOf(fence),
      gateCount: fence.gates.length,
      materialType: pricing.materials.find(({ id }) => id === fence.runs[0]?.materialId)?.name ?? '',
      lines: viewLines(lines),
      offer: bestOffer(offers, subtotalCents),
      discountCents,
      tax: taxableCents === 0 ? null : { label: taxWords(pricing.book.tax, DEFAULT_LANGUAGE), cents: taxCents },
      totalCents,
      deposit: depositTerms && {
        ...depositOf(totalCents, depositTerms),
        words: depositInTerms(totalCents, depositTerms, language),
      },
    };
  } catch (error) {
    // `priceFaults` says why, beside the fields.
    if (error instanceof AppError) return undefined;
    throw error;
  }
};
