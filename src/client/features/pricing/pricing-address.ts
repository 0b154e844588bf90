import { tabAddress } from '../dashboard/tabs.ts';

/** The parts of the Pricing tab, with their labels. */
export const PRICING_PARTS = [
  { key: 'prices', label: 'Prices' },
  { key: 'book', label: 'Price book' },
] as const;
export type PricingPart = (typeof PRICING_PARTS)[number]['key'];

/** Returns the part named in the URL, or the prices if the name is unknown. */
export const pricingPartOf = (params: URLSearchParams): PricingPart =>
  PRICING_PARTS.find(({ key }) => key === params.get('part'))?.key ?? 'prices';

export const pricingAddress = (part: PricingPart): string =>
  part === 'prices' ? tabAddress('pricing') : `${tabAddress('pricing')}&part=${part}`;
