import { priceEstimate } from '#shared/features/pricing/price.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { parseFeet } from '#shared/primitives/feet.ts';
import type { Steps } from '../load-steps.ts';

/** Computes the price with the same function as the server. Only the server's result is binding. */
export const priceInWords: Steps['price'] = ({ prices }, { length, gates, materialId }) => {
  const feet = parseFeet(length);
  const basePriceCents = prices?.perFootCents[materialId ?? ''];
  if (!prices || feet === undefined || basePriceCents === undefined) return undefined;
  const { totalCents } = priceEstimate({
    perimeter: feet,
    gateCount: gates,
    basePriceCents,
    premiumCents: 0,
    gatePriceCents: prices.gateCents,
  });
  return formatCents(totalCents);
};
