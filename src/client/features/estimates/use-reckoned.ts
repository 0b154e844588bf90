import { useState } from 'react';
import { depositInTerms, depositOf, type DepositTerms } from '#shared/features/estimates/deposit.rules.ts';
import { estimateLines, priceEstimate } from '#shared/features/pricing/price.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { trpc } from '../../lib/trpc.ts';
import type { EstimateValues } from './estimate-options.rules.ts';
import type { Reckoned } from './estimate-paper.tsx';

/** Lines, total and deposit of what is typed; undefined where it can't be priced, no deposit without its terms. */
export const reckon = (
  values: EstimateValues | undefined,
  pricing: PricingView,
  depositTerms?: DepositTerms,
): Reckoned | undefined => {
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
      deposit: depositTerms && {
        ...depositOf(totalCents, depositTerms),
        words: depositInTerms(totalCents, depositTerms),
      },
    };
  } catch (error) {
    // prices from before a rule changed: the server says what is wrong with them on sending
    if (error instanceof AppError) return undefined;
    throw error;
  }
};

/**
 * What the server would put on the estimate now besides its measures, so the newest that were priced will do: the
 * days (its clock and the company's zone decide, not this browser's) and what decides the deposit.
 */
export const useEstimateFrame = (leadId: string, values: EstimateValues | undefined) => {
  const [asked, setAsked] = useState(values);
  if (!asked && values) setAsked(values);
  const { data } = trpc.estimates.preview.useQuery(
    { leadId, perimeter: asked?.perimeter ?? 1, materialId: asked?.materialId ?? '', gateCount: asked?.gateCount ?? 0 },
    { enabled: asked !== undefined },
  );
  return data && { date: data.date, validUntil: data.validUntil, depositTerms: data.depositTerms };
};
