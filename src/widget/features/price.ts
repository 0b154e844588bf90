import { plainFence } from '#shared/features/pricing/fence.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { parseFeet } from '#shared/primitives/feet.ts';
import type { Steps } from '../load-steps.ts';

/** Computes the price with the same function as the server. Only the server's result is binding. */
export const priceInWords: Steps['price'] = ({ prices }, { length, gates, materialId = '' }) => {
  const feet = parseFeet(length);
  const basePriceCents = prices?.perFootCents[materialId];
  if (!prices || feet === undefined || basePriceCents === undefined) return undefined;
  const { gateCents: gatePriceCents, book } = prices;
  const { totalCents } = priceFence(plainFence({ perimeter: feet, materialId, gateCount: gates }), {
    basePriceCents,
    gatePriceCents,
    materials: [{ id: materialId, name: '', premiumCents: 0 }],
    book: { ...neutralBook(gatePriceCents), ...book },
  });
  return formatCents(totalCents);
};
