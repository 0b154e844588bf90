import { useState } from 'react';
import { type DatedOffer, withoutDays } from '#shared/features/estimates/offer-price.rules.ts';
import type { DatedOfferView } from '#shared/features/estimates/offer.schema.ts';
import type { FenceInput } from '#shared/features/pricing/fence.schema.ts';
import { addDays, localDate } from '#shared/primitives/local-date.ts';
import { trpc } from '../../lib/trpc.ts';
import { type OfferForm, validOffer } from './offer-form.rules.ts';

/**
 * Loads the parts of an estimate that only the server can compute: the dates and the deposit rules. The dates depend on
 * the server's clock and the company's time zone. These parts are requested once, with the first values that have a
 * price.
 */
export const useEstimateFrame = (leadId: string, values: FenceInput | undefined) => {
  const [asked, setAsked] = useState(values);
  if (!asked && values) setAsked(values);
  // A length and a material are enough, because the dates and the deposit rules don't depend on the fence.
  const { data } = trpc.estimates.preview.useQuery(
    {
      leadId,
      perimeter: asked?.runs?.[0]?.feet ?? asked?.perimeter ?? 1,
      materialId: asked?.runs?.[0]?.materialId ?? asked?.materialId ?? '',
      gateCount: asked?.gateCount ?? 0,
    },
    { enabled: asked !== undefined },
  );
  return (
    data && {
      date: data.date,
      validUntil: data.validUntil,
      depositTerms: data.depositTerms,
      leadOffers: data.leadOffers,
      offersFrom: data.offersFrom,
    }
  );
};

/** Returns the offers that apply if the estimate is sent now: the typed discount, and those that follow-ups made. */
export const useOffers = (
  form: OfferForm | null,
  frame: { offersFrom: string; leadOffers: readonly DatedOfferView[] } | undefined,
): DatedOffer[] => {
  const own = validOffer(form);
  if (!frame) return [];
  return [
    ...(own
      ? [{ discount: withoutDays(own), days: own.days, endsOn: addDays(localDate(frame.offersFrom), own.days) }]
      : []),
    ...frame.leadOffers.map(({ days, endsOn, ...discount }) => ({ discount, days, endsOn: localDate(endsOn) })),
  ];
};
