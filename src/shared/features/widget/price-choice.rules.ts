import type { WidgetSettings } from './widget-settings.schema.ts';

/** When homeowners see a price in the form: never, after their contact details, or at once. */
export const PRICE_CHOICES = ['none', 'contact', 'once'] as const;
export type PriceChoice = (typeof PRICE_CHOICES)[number];

type PriceSettings = Pick<WidgetSettings, 'instantQuotes' | 'priceGating'>;

/** The two settings that a choice stands for. */
export const PRICE_SETTINGS: Record<PriceChoice, PriceSettings> = {
  none: { instantQuotes: false, priceGating: false },
  contact: { instantQuotes: true, priceGating: true },
  once: { instantQuotes: true, priceGating: false },
};

/** Returns the choice that the settings stand for. Without instant quotes, price gating has no effect. */
export const priceChoiceOf = ({ instantQuotes, priceGating }: PriceSettings): PriceChoice => {
  if (!instantQuotes) return 'none';
  return priceGating ? 'contact' : 'once';
};
