import type { InstantReason } from './instant.schema.ts';

/** Why a request didn't get an estimate at once. `off` isn't said, because the company chose it. */
export const NOT_AT_ONCE: Record<Exclude<InstantReason, 'off'>, string> = {
  held: 'the request was held for review',
  quota: 'no quotes were left',
  recent: 'this person or internet connection already got one, or a sending limit was reached',
  zip: 'the ZIP code is missing or outside your bounds',
  material: 'the material is outside your bounds',
  price: 'this fence has no price in your list',
  drawing: 'the fence wasn’t drawn on the map',
  feet: 'the fence is longer than your bounds',
  total: 'the total is higher than your bounds',
  visit: 'a visit must be booked first',
};

interface Asked {
  instant: boolean;
  instantReason: InstantReason | null;
}

/** Says what became of a request, or null if there's nothing to say. */
export const instantWords = ({ instant, instantReason: reason }: Asked): string | null => {
  if (instant) return 'Sent at once';
  return reason === null || reason === 'off' ? null : `Not sent at once: ${NOT_AT_ONCE[reason]}`;
};
