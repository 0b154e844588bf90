import type { MaterialId } from '#shared/primitives/ids.ts';
import { askedFence } from '#shared/features/pricing/asked-fence.rules.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { formatRange, rangeAround } from '#shared/features/pricing/price-range.rules.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { parseFeet } from '#shared/primitives/feet.ts';
import type { Steps } from '../load-steps.ts';
import { describedIn } from './ask-more.ts';

/**
 * Computes the price with the same function as the server, as a range if the company wants one. Only the server's result
 * is binding. Zones are left out, because the ZIP code isn't known yet.
 */
export const priceInWords: Steps['price'] = (config, fence) => {
  const { prices, range, words } = config;
  const { length, gates, materialId = '' } = fence;
  const feet = parseFeet(length);
  const basePriceCents = prices?.perFootCents[materialId];
  if (!prices || feet === undefined || basePriceCents === undefined) return undefined;
  const { gateCents: gatePriceCents } = prices;
  const neutral = neutralBook(gatePriceCents);
  const book = { ...neutral, ...prices.book };
  const measured = { drawing: null, runs: [], gates: [], ...describedIn(config, fence) };
  const list = {
    basePriceCents,
    gatePriceCents,
    materials: [{ id: materialId as MaterialId, name: '', premiumCents: 0 }],
    book,
  };
  try {
    const asked = { perimeter: feet, materialId, gateCount: gates, measured };
    const { totalCents } = priceFence(askedFence(asked, book), list);
    // A settings answer from before ranges existed has none.
    const shown = rangeAround(totalCents, range?.percent ?? 0);
    return shown ? formatRange(shown, words?.language ?? 'en') : formatCents(totalCents);
  } catch (error) {
    // A gate that is wider than the fence, for example. The server then takes the lead without a price.
    if (error instanceof AppError) return undefined;
    throw error;
  }
};
