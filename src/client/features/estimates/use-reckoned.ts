import { useState } from 'react';
import { depositInTerms, depositOf, type DepositTerms } from '#shared/features/estimates/deposit.rules.ts';
import { bestOffer, type DatedOffer, discountOf, withoutDays } from '#shared/features/estimates/offer-price.rules.ts';
import type { DatedOfferView } from '#shared/features/estimates/offer.schema.ts';
import { estimateLines } from '#shared/features/pricing/estimate-lines.rules.ts';
import { priceEstimate } from '#shared/features/pricing/price.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { addDays, localDate } from '#shared/primitives/local-date.ts';
import { trpc } from '../../lib/trpc.ts';
import type { EstimateValues } from './estimate-options.rules.ts';
import { type OfferForm, validOffer } from './offer-form.rules.ts';
import type { Reckoned } from './estimate-paper.tsx';

/**
 * Computes the line items, total and deposit from the typed values. Returns undefined if they can't be priced. Without
 * `depositTerms`, there's no deposit. Of the offers, the one with the largest discount counts.
 */
export const reckon = (
  values: EstimateValues | undefined,
  pricing: PricingView,
  { depositTerms, offers = [] }: { depositTerms?: DepositTerms | undefined; offers?: readonly DatedOffer[] } = {},
): Reckoned | undefined => {
  const material = pricing.materials.find(({ id }) => id === values?.materialId);
  if (!values || !material) return undefined;
  const { perimeter, gateCount } = values;
  const { basePriceCents, gatePriceCents } = pricing;
  const input = { perimeter, gateCount, basePriceCents, gatePriceCents, premiumCents: material.premiumCents };
  try {
    const { totalCents: subtotalCents } = priceEstimate(input);
    const offer = bestOffer(offers, subtotalCents);
    const totalCents = subtotalCents - discountOf(subtotalCents, offer?.discount ?? null);
    return {
      perimeter,
      gateCount,
      materialType: material.name,
      lines: estimateLines({ ...input, materialType: material.name }),
      offer,
      discountCents: subtotalCents - totalCents,
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
