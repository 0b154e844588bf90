import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { LeadStatus } from '#shared/features/leads/leads.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { AppDb } from '../../platform/db/app.ts';
import { leadCents } from '../lead-rows/lead-price.ts';
import { type LeadMoney, leadMoney, owedOf } from '../lead-rows/lead-money.ts';

/**
 * Counts leads and sums their quoted cents by status, excluding leads that are archived, lost, waiting for review or
 * marked as spam. Uses only the index leads_by_status.
 */
export const countByStatus = (
  db: AppDb,
  companyId: CompanyId,
): Compilable<{ status: LeadStatus; count: number; cents: number }> =>
  db
    .selectFrom('leads')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(quote_cents), 0)`.as('cents'),
    ])
    .where('company_id', '=', companyId)
    .where('archived_at', 'is', null)
    .where('held_at', 'is', null)
    .where('outcome', 'is distinct from', sql.lit('lost'))
    .groupBy('status');

/**
 * Returns by how much the follow-ups' live offers lower the sums of `countByStatus`. Reads only the leads with such an
 * offer, using the index estimate_offers_live.
 */
export const sumOffered = (companyId: CompanyId, now: Date): RawBuilder<{ status: LeadStatus; cents: number }> => sql`
  select status, sum(quote_cents - ${leadCents('leads', now)})::bigint as cents from leads
  where company_id = ${companyId} and archived_at is null and held_at is null and outcome is distinct from 'lost'
    and status in ('new', 'contacted') and quote_cents is not null
    and id in (select lead_id from estimate_offers where company_id = ${companyId} and ends_at > ${now}::timestamptz)
  group by status`;

/**
 * Returns the lead that started waiting for an answer most recently, and the number of waiting leads. Archived leads
 * are excluded.
 */
export const newestAwaiting = (db: AppDb, companyId: CompanyId) =>
  db
    .selectFrom('leads')
    .select(['id', 'name', 'awaits_answer', sql<number>`count(*) over ()`.as('count')])
    .where('company_id', '=', companyId)
    .where('awaits_answer', 'is not', null)
    .where('archived_at', 'is', null)
    .where('held_at', 'is', null)
    .orderBy('awaits_since', 'desc')
    .limit(1);

/**
 * Counts the unread messages and the leads that have any, including archived leads. Uses only the index leads_unread.
 */
export const countUnread = (db: AppDb, companyId: CompanyId): Compilable<{ leads: number; messages: number }> =>
  db
    .selectFrom('leads')
    .select(({ fn }) => [fn.countAll<number>().as('leads'), sql<number>`coalesce(sum(unread_count), 0)`.as('messages')])
    .where('company_id', '=', companyId)
    .where('unread_count', '>', 0)
    .where('held_at', 'is', null);

const MOST_COUNTED = 1_000;

/**
 * Counts the leads that are waiting for review, up to 1,000. Without this cap, a flood of such leads would slow the
 * summary. Uses the index leads_review.
 */
export const countInReview = (db: AppDb, companyId: CompanyId): Compilable<{ count: number }> =>
  db
    .selectFrom(
      db
        .selectFrom('leads')
        .select('id')
        .where('company_id', '=', companyId)
        .where('held_at', 'is not', null)
        .where('spam_at', 'is', null)
        .limit(MOST_COUNTED)
        .as('held'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'));

/**
 * Sums the prices, less live offers, of the estimates that were offered and can still be answered: not replaced, declined or expired, for leads that
 * aren't archived, won or lost. Uses the index estimates_pending.
 */
export const sumPending = (companyId: CompanyId, now: Date): RawBuilder<{ cents: number }> => sql`
  select coalesce(sum(${leadCents('leads', now)}), 0)::bigint as cents
  from estimates join leads on leads.id = estimates.lead_id
  where estimates.company_id = ${companyId} and estimates.status in ('sent', 'viewed')
    and estimates.valid_until >= (${now}::timestamptz - interval '2 days')::date
    and (${now}::timestamptz at time zone coalesce(estimates.job_zone, estimates.company ->> 'timeZone'))::date
      <= estimates.valid_until
    and leads.archived_at is null and leads.held_at is null and leads.outcome is null`;

/** Sums the payments of leads that aren't archived, minus everything that went back. */
export const sumReceived = (companyId: CompanyId): RawBuilder<{ cents: number }> => sql`
  select coalesce(sum(money.paid_cents), 0)::bigint as cents
  from leads cross join lateral (${leadMoney(sql.raw('leads.id'))}) money
  where leads.company_id = ${companyId} and leads.archived_at is null and leads.held_at is null
    and leads.id in (select lead_id from payments where company_id = ${companyId} and paid_at is not null)`;

/** A lead that owes money for an open job. */
export interface OwingLead extends Pick<LeadMoney, 'paid_cents'> {
  id: LeadId;
  name: string;
  owed_cents: number;
  agreed_at: Date;
}

/** Lists the leads that owe money, starting with the one that has owed it longest. Includes archived leads. */
export const owingLeads = (companyId: CompanyId): RawBuilder<OwingLead> => sql`
  select leads.id, leads.name, ${owedOf('money', 'leads')} as owed_cents, money.agreed_at,
    money.paid_cents
  from leads cross join lateral (${leadMoney(sql.raw('leads.id'))}) money
  where leads.company_id = ${companyId} and leads.held_at is null
    and leads.id in (select lead_id from estimate_acceptances where company_id = ${companyId}
      union select lead_id from payments where company_id = ${companyId} and paid_at is not null)
    and ${owedOf('money', 'leads')} > 0
  order by money.agreed_at, leads.id`;
