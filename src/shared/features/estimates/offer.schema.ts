import { z } from 'zod';
import { AMOUNT_HINT, type DatedOffer, DAYS_HINT, type Offer, offerFaults, PERCENT_HINT } from './offer-price.rules.ts';

/** An offer that a person sets: either a percentage or an amount, and the days that it lasts. */
export const offerSchema = z
  .strictObject({
    percent: z.number(PERCENT_HINT).optional(),
    amountCents: z.number(AMOUNT_HINT).optional(),
    days: z.number(DAYS_HINT),
  })
  .superRefine((value, context) => {
    for (const [field, message] of Object.entries(offerFaults(value)))
      context.addIssue({ code: 'custom', path: [field], message });
  })
  .transform(({ percent, amountCents = 0, days }): Offer =>
    percent === undefined ? { amountCents, days } : { percent: Math.round(percent * 100) / 100, days },
  );

/** An offer in an answer. */
export const offerView = z.union([
  z.object({ percent: z.number(), days: z.number().int() }),
  z.object({ amountCents: z.number().int(), days: z.number().int() }),
]);

/** An offer whose days have begun. `endsOn` is its last day, in the job's time zone. */
export const datedOfferView = z.union([
  z.object({ percent: z.number(), days: z.number().int(), endsOn: z.string() }),
  z.object({ amountCents: z.number().int(), days: z.number().int(), endsOn: z.string() }),
]);
export type DatedOfferView = z.infer<typeof datedOfferView>;

/** Converts an offer whose days have begun for an answer. */
export const viewDatedOffer = ({ discount, days, endsOn }: DatedOffer): DatedOfferView => ({
  ...discount,
  days,
  endsOn,
});
