import { type PromisedOffer, promisedDiscount } from '#shared/features/estimates/offer-price.rules.ts';
import { offerEndsOn } from '#shared/features/follow-ups/offer.rules.ts';
import type { CompanyId, FollowUpMessageId, LeadId } from '#shared/primitives/ids.ts';
import { addDays, atLocalMinutes, formatDate, localDate } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * Returns the offer in a message, or null if the message doesn't include a discount. The last day is in `zone`, the
 * homeowner's time zone.
 */
export const promisedOffer = (
  body: string,
  { now, zone, companyZone }: { now: Date; zone: string; companyZone: string },
): PromisedOffer | null => {
  const discount = promisedDiscount(body);
  if (!discount) return null;
  const endsOn = offerEndsOn(now, zone);
  const midnights = [zone, companyZone].map((place) => atLocalMinutes(addDays(endsOn, 1), 0, place).getTime());
  return { discount, endsOn, endsAt: new Date(Math.max(...midnights)) };
};

/**
 * Stores a message's offer in the transaction that marks the message as 'sending'. The estimate page applies the offer
 * from then on, unless the message can't be sent. If the message is sent again, the new attempt's last day replaces the
 * stored one.
 */
export const recordOffer = async (
  tx: CompanyTx,
  promise: { companyId: CompanyId; leadId: LeadId; sourceId: FollowUpMessageId; offer: PromisedOffer; at: Date },
): Promise<void> => {
  const { offer, at } = promise;
  const told = {
    percent: 'percent' in offer.discount ? offer.discount.percent : null,
    amount_cents: 'amountCents' in offer.discount ? offer.discount.amountCents : null,
    starts_at: at,
    ends_on: offer.endsOn,
    ends_at: offer.endsAt,
  };
  await tx
    .insertInto('estimate_offers')
    .values({ company_id: promise.companyId, lead_id: promise.leadId, source_id: promise.sourceId, ...told })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(told))
    .execute();
};

/**
 * Returns the formatted last day of each follow-up's offer, keyed by source id. Follow-ups without an offer are
 * omitted.
 */
export const findOffersEnds = async (tx: CompanyTx, sourceIds: readonly string[]): Promise<Map<string, string>> => {
  if (sourceIds.length === 0) return new Map();
  const offers = await tx
    .selectFrom('estimate_offers')
    .select(['source_id', 'ends_on'])
    .where('source_id', 'in', sourceIds as FollowUpMessageId[])
    .execute();
  return new Map(offers.map(({ source_id, ends_on }) => [source_id, formatDate(localDate(ends_on))]));
};
