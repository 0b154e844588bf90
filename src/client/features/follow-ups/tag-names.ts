import type { AnyTag } from '#shared/features/follow-ups/tags.rules.ts';

/** What a tag puts in, in the words of its button. */
export const TAG_NAME: Record<AnyTag, string> = {
  name: 'First name',
  address: 'Street address',
  total_feet: 'Feet',
  estimate_amount: 'Price',
  estimate_link: 'Link to the estimate',
  offer_ends: 'Last day of the offer',
  valid_until: 'Last valid day',
  balance: 'Balance',
  review_link: 'Link to your reviews',
};
