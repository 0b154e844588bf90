import type { PriceChoice } from '#shared/features/widget/price-choice.rules.ts';

/** The choices of when homeowners see a price, with what each means for them. */
export const PRICE_WORDS: Record<PriceChoice, { label: string; meaning: string }> = {
  none: { label: 'No price', meaning: 'Homeowners don’t see a price. You send the estimate.' },
  contact: {
    label: 'Price after contact details',
    meaning: 'Homeowners see the price after they enter their name and email.',
  },
  once: {
    label: 'Price right away',
    meaning: 'Homeowners see the price before they enter their name.',
  },
};
