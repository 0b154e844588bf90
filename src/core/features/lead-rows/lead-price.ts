import { type RawBuilder, sql } from 'kysely';
import type { DatedOffer } from '#shared/features/estimates/offer-price.rules.ts';
import { localDate } from '#shared/primitives/local-date.ts';

/**
 * What a lead's homeowner would be charged at one time, in cents: the signed total, else the newest estimate's price
 * less its best live offer, else the quote less that offer. `full_cents` is the price without the offer. Both are null
 * without a price. The other columns are the offer's, or null if there's none.
 */
export interface LeadPrice {
  cents: number | null;
  full_cents: number | null;
  percent: number | null;
  amount_cents: number | null;
  days: number | null;
  ends_on: string | null;
}

/**
 * Returns the SQL for a `LeadPrice`, as a table of one row for a lateral join. `leads` is the alias of the leads' rows.
 * Every list, export and message that names a lead's price uses it, so that they agree with the homeowner's page.
 */
export const leadPrice = (leads: string, at: Date): RawBuilder<LeadPrice> =>
  sql`lead_price(${sql.ref(`${leads}.id`)}, ${sql.ref(`${leads}.quote_cents`)}, ${at}::timestamptz)`;

/** Returns the SQL for a lead's price alone, in cents. */
export const leadCents = (leads: string, at: Date): RawBuilder<number | null> =>
  sql`(select cents from ${leadPrice(leads, at)})`;

/** Returns the offer that a price includes. Null if there's none. */
export const offerOfPrice = (price: LeadPrice): DatedOffer | null =>
  price.ends_on === null
    ? null
    : {
        discount: price.percent === null ? { amountCents: price.amount_cents ?? 0 } : { percent: price.percent },
        days: price.days ?? 0,
        endsOn: localDate(price.ends_on),
      };
