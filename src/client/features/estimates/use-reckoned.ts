import { useState } from 'react';
import { depositCents, estimateLines, priceEstimate } from '#shared/features/pricing/price.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { trpc } from '../../lib/trpc.ts';
import type { EstimateValues } from './estimate-form.rules.ts';
import type { Reckoned } from './estimate-paper.tsx';

/** Lines, total and deposit of what is typed; undefined where it can't be priced. */
export const reckon = (values: EstimateValues | undefined, pricing: PricingView): Reckoned | undefined => {
  const material = pricing.materials.find(({ id }) => id === values?.materialId);
  if (!values || !material) return undefined;
  const { perimeter, gateCount } = values;
  const { basePriceCents, gatePriceCents } = pricing;
  const input = { perimeter, gateCount, basePriceCents, gatePriceCents, premiumCents: material.premiumCents };
  try {
    const { totalCents } = priceEstimate(input);
    return {
      perimeter,
      gateCount,
      materialType: material.name,
      lines: estimateLines({ ...input, materialType: material.name }),
      totalCents,
      depositCents: depositCents(totalCents),
    };
  } catch (error) {
    // prices from before a rule changed: the server says what is wrong with them on sending
    if (error instanceof AppError) return undefined;
    throw error;
  }
};

/**
 * The days that the server would put on the estimate now: its clock and the company's zone decide, not this
 * browser's. They don't depend on the measures, so the newest that were priced will do.
 */
export const useEstimateDates = (leadId: string, values: EstimateValues | undefined) => {
  const [asked, setAsked] = useState(values);
  if (!asked && values) setAsked(values);
  const { data } = trpc.estimates.preview.useQuery(
    { leadId, perimeter: asked?.perimeter ?? 1, materialId: asked?.materialId ?? '', gateCount: asked?.gateCount ?? 0 },
    { enabled: asked !== undefined },
  );
  return data && { date: data.date, validUntil: data.validUntil };
};
