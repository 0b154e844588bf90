import { sql } from 'kysely';
import type { DatedOffer, Discount, SentOffer } from '#shared/features/estimates/offer-price.rules.ts';
import type { CompanyId, MessageId, LeadId } from '#shared/primitives/ids.ts';
import { formatDate, localDate } from '#shared/primitives/local-date.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * Stores a message's offer in the transaction that marks the message as 'sending'. The estimate page applies the offer
 * from then on, unless the message can't be sent. If the message is sent again, the new attempt's last day replaces the
 * stored one.
 */
export const recordOffer = async (
  tx: CompanyTx,
  promise: { companyId: CompanyId; leadId: LeadId; sourceId: MessageId; offer: SentOffer; at: Date },
): Promise<void> => {
  const { offer, at } = promise;
  const told = {
    percent: 'percent' in offer.discount ? offer.discount.percent : null,
    amount_cents: 'amountCents' in offer.discount ? offer.discount.amountCents : null,
    days: offer.days,
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

/** A follow-up's offer as the timeline names it. `ends` is its formatted last day. */
export interface ToldOffer {
  discount: Discount;
  ends: string;
}

export const toldOffer = ({ discount, endsOn }: Pick<SentOffer, 'discount' | 'endsOn'>): ToldOffer => ({
  discount,
  ends: formatDate(endsOn),
});

/** Returns each follow-up's offer, keyed by source id. Follow-ups without an offer are omitted. */
export const findToldOffers = async (tx: CompanyTx, sourceIds: readonly string[]): Promise<Map<string, ToldOffer>> => {
  if (sourceIds.length === 0) return new Map();
  const offers = await tx
    .selectFrom('estimate_offers')
    .select(['source_id', 'percent', 'amount_cents', 'ends_on'])
    .where('source_id', 'in', sourceIds as MessageId[])
    .execute();
  return new Map(
    offers.map((row) => [row.source_id, toldOffer({ discount: discountOfRow(row), endsOn: localDate(row.ends_on) })]),
  );
};

/** A row of the function `live_offers`: an offer that is valid at the given time. */
export interface LiveOfferRow {
  percent: number | null;
  amount_cents: number | null;
  days: number;
  ends_on: string;
}

export const datedOffer = (row: LiveOfferRow): DatedOffer => ({
  discount: discountOfRow(row),
  days: row.days,
  endsOn: localDate(row.ends_on),
});

/** Returns the live offers that follow-ups made to a lead. They apply to the next version too. */
export const listLeadOffers = async (tx: CompanyTx, leadId: LeadId, at: Date): Promise<DatedOffer[]> => {
  const { rows } = await sql<LiveOfferRow>`select * from live_offers(${leadId}, null, ${at})`.execute(tx);
  return rows.map(datedOffer);
};

/** Returns a stored offer's discount. */
export const discountOfRow = (row: { percent: number | null; amount_cents: number | null }): Discount =>
  row.percent === null ? { amountCents: row.amount_cents ?? 0 } : { percent: row.percent };
