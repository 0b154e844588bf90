import { sampleLink, type TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import { plainFence } from '#shared/features/pricing/fence.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import type { OfferForm } from '../estimates/offer-form.rules.ts';
import { offerTags } from './follow-up-form.rules.ts';

const SAMPLE = { name: 'Denise Okafor', address: '118 Larkmeadow Ct, Boise', feet: 96, gates: 1 };

/** Returns the sample fence's price, based on the company's own prices, or null if it can't be priced. */
const samplePrice = (pricing: PricingView | undefined): number | null => {
  const material = pricing?.materials[0];
  if (!pricing || !material) return null;
  try {
    const fence = plainFence({ perimeter: SAMPLE.feet, materialId: material.id, gateCount: SAMPLE.gates });
    return priceFence(fence, pricing).totalCents;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

/** Sample tag values for a message that's sent to many leads. */
export interface Sample {
  /** The displayed values, from a sample lead named Denise. */
  values: TagValues;
  /**
   * The longest values among the company's leads, used to compute the length (T12). If there are no leads, these are
   * the sample lead's values.
   */
  longest: TagValues;
}

/** Returns a function that computes the tag values for a message sent in the given number of days. */
export const useSample = (zone: string) => {
  const { data: pricing } = trpc.pricing.get.useQuery();
  const { data: found } = trpc.workflow.longestValues.useQuery();
  const now = useNow();
  const estimateCents = samplePrice(pricing);
  return (days: string, offer: OfferForm | null): Sample => {
    const values = {
      name: SAMPLE.name,
      address: SAMPLE.address,
      totalFeet: SAMPLE.feet,
      estimateCents,
      estimateLink: sampleLink(location.origin),
      ...offerTags(offer, { at: new Date(now.getTime() + (Number(days) || 0) * DAY), zone }),
    };
    const longest = {
      ...values,
      name: found?.name ?? values.name,
      address: found?.address ?? values.address,
      totalFeet: found?.totalFeet ?? values.totalFeet,
      estimateCents: found?.estimateCents ?? values.estimateCents,
    };
    return { values, longest };
  };
};
