import { useState } from 'react';
import { depositInTerms, depositOf, type DepositTerms } from '#shared/features/estimates/deposit.rules.ts';
import { bestOffer, type DatedOffer, discountBy, withoutDays } from '#shared/features/estimates/offer-price.rules.ts';
import type { DatedOfferView } from '#shared/features/estimates/offer.schema.ts';
import { plainFence } from '#shared/features/pricing/fence.ts';
import { viewLines } from '#shared/features/pricing/line-view.ts';
import { priceFence, taxWords } from '#shared/features/pricing/price.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { addDays, localDate } from '#shared/primitives/local-date.ts';
import { trpc } from '../../lib/trpc.ts';
import type { EstimateValues } from './estimate-options.rules.ts';
import { type OfferForm, validOffer } from './offer-form.rules.ts';
import type { Reckoned } from './estimate-paper.tsx';

/**
 * Computes the line items, total and deposit from the typed values. Returns undefined if they can't be priced. Without
 * `depositTerms`, there's no deposit. Of the offers, the one with the largest discount counts. `zip` is the lead's.
 */
export const reckon = (
  values: EstimateValues | undefined,
  pricing: PricingView,
  {
    depositTerms,
    offers = [],
    zip = null,
  }: { depositTerms?: DepositTerms | undefined; offers?: readonly DatedOffer[]; zip?: string | null } = {},
): Reckoned | undefined => {
  const material = pricing.materials.find(({ id }) => id === values?.materialId);
  if (!values || !material) return undefined;
  const { perimeter, gateCount } = values;
  try {
    const fence = plainFence({ perimeter, materialId: material.id, gateCount });
    const { lines, subtotalCents, discountCents, taxCents, taxableCents, totalCents } = priceFence(fence, pricing, {
      zip,
      discountFor: discountBy(offers),
    });
    return {
      perimeter,
      gateCount,
      materialType: material.name,
      lines: viewLines(lines),
      offer: bestOffer(offers, subtotalCents),
      discountCents,
      tax: taxableCents === 0 ? null : { label: taxWords(pricing.book.tax, DEFAULT_LANGUAGE), cents: taxCents },
      totalCents,
      deposit: depositTerms && {
        ...depositOf(totalCents, depositTerms),
        words: depositInTerms(totalCents, depositTerms),
      },
    };
  } catch (error) {
    // The company's prices violate a rule that was added after they were saved. The server reports this when the
    // estimate is sent.
    if (error instanceof AppError) return undefined;
    throw error;
  }
};

/**
 * Loads the parts of an estimate that only the server can compute: the dates and the deposit rules. The dates depend on
 * the server's clock and the company's time zone. These parts are requested once, with the first values that have a
 * price.
 */
export const useEstimateFrame = (leadId: string, values: EstimateValues | undefined) => {
  const [asked, setAsked] = useState(values);
  if (!asked && values) setAsked(values);
  const { data } = trpc.estimates.preview.useQuery(
    { leadId, perimeter: asked?.perimeter ?? 1, materialId: asked?.materialId ?? '', gateCount: asked?.gateCount ?? 0 },
    { enabled: asked !== undefined },
  );
  return (
    data && {
      date: data.date,
      validUntil: data.validUntil,
      depositTerms: data.depositTerms,
      leadOffers: data.leadOffers,
      offersFrom: data.offersFrom,
    }
  );
};

/** Returns the offers that apply if the estimate is sent now: the typed discount, and those that follow-ups made. */
export const useOffers = (
  form: OfferForm | null,
  frame: { offersFrom: string; leadOffers: readonly DatedOfferView[] } | undefined,
): DatedOffer[] => {
  const own = validOffer(form);
  if (!frame) return [];
  return [
    ...(own
      ? [{ discount: withoutDays(own), days: own.days, endsOn: addDays(localDate(frame.offersFrom), own.days) }]
      : []),
    ...frame.leadOffers.map(({ days, endsOn, ...discount }) => ({ discount, days, endsOn: localDate(endsOn) })),
  ];
};
