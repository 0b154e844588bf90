import { tabAddress } from '../dashboard/tabs.ts';

/** The parts of the Pricing tab, with their labels. */
export const PRICING_PARTS = [
  { key: 'prices', label: 'Prices' },
  { key: 'book', label: 'Price book' },
  { key: 'costs', label: 'Costs' },
  { key: 'rules', label: 'Counting rules' },
] as const;
export type PricingPart = (typeof PRICING_PARTS)[number]['key'];

/** Returns the parts that a member can see. Only owners and managers can see costs. */
export const pricingPartsFor = (manage: boolean) => PRICING_PARTS.filter(({ key }) => manage || key !== 'costs');

/** Returns the part named in the URL, or the prices if the member can't see that part. */
export const pricingPartOf = (params: URLSearchParams, manage: boolean): PricingPart =>
  pricingPartsFor(manage).find(({ key }) => key === params.get('part'))?.key ?? 'prices';

export const pricingAddress = (part: PricingPart): string =>
  part === 'prices' ? tabAddress('pricing') : `${tabAddress('pricing')}&part=${part}`;
