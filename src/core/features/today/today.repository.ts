import { type RawBuilder, sql } from 'kysely';
import type { AwaitedAnswer } from '#shared/features/leads/leads.schema.ts';
import type { CallReason } from '#shared/features/today/today.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { OwingLead } from '../leads/lead-counts.repository.ts';
import { leadMoney, owedOf } from '../lead-rows/lead-money.ts';

/** The number of leads, and one of them. There's no row without leads. */
interface Counted {
  count: number;
  id: LeadId;
  name: string;
}

/** Leads with a message that waits for a decision (C8). Uses the index messages_unsure. */
export const undecided = (companyId: CompanyId): RawBuilder<Counted> => sql`
  select count(*) over ()::int as count, leads.id, leads.name from leads
  where leads.company_id = ${companyId} and leads.held_at is null
    and leads.id in (select lead_id from messages where company_id = ${companyId} and unsure)
  order by leads.created_at, leads.id limit 1`;

/** Leads that are waiting for an answer and not for a decision, the newest message first. Uses the index leads_awaiting. */
export const unanswered = (companyId: CompanyId): RawBuilder<Counted & { answer: AwaitedAnswer }> => sql`
  select count(*) over ()::int as count, leads.id, leads.name, leads.awaits_answer as answer from leads
  where leads.company_id = ${companyId} and leads.awaits_answer is not null and leads.archived_at is null
    and leads.held_at is null
    and leads.id not in (select lead_id from messages
      where company_id = ${companyId} and unsure and lead_id is not null)
  order by leads.awaits_since desc limit 1`;

/** Unread messages of leads that aren't waiting for an answer. Uses the index leads_unread. */
export const unreadElsewhere = (companyId: CompanyId): RawBuilder<Counted & { messages: number }> => sql`
  select count(*) over ()::int as count, sum(leads.unread_count) over ()::int as messages, leads.id, leads.name
  from leads
  where leads.company_id = ${companyId} and leads.unread_count > 0 and leads.held_at is null
    and (leads.awaits_answer is null or leads.archived_at is not null)
    and leads.id not in (select lead_id from messages
      where company_id = ${companyId} and unsure and lead_id is not null)
  order by leads.created_at desc, leads.id desc limit 1`;

/** The most leads that are counted. Above that, the count says as much as a larger one. */
const MOST_COUNTED = 1_000;

/** Leads with the status New, the newest first. Counts at most 1,000. Uses the index leads_by_status. */
export const toEstimate = (companyId: CompanyId): RawBuilder<Counted> => sql`
  select count(*) over ()::int as count, id, name from (
    select id, name, created_at from leads
    where company_id = ${companyId} and status = 'new' and archived_at is null and held_at is null
      and outcome is distinct from 'lost'
    order by created_at desc, id desc limit ${MOST_COUNTED}) fresh
  order by created_at desc, id desc limit 1`;

export interface DueCall extends Counted {
  phone: string;
  why: CallReason;
}

/**
 * The calls that are due, the longest due first: homeowners whose chat was handed to a person, new leads that can't be
 * written to, and homeowners who have paid for work that has no day yet. A call is due until a member does anything for
 * the lead, such as adding a note or writing. Looks back one month. Uses the indexes agent_conversations_handed_over,
 * leads_only_phone and payments_newest.
 */
export const dueCalls = (companyId: CompanyId, now: Date): RawBuilder<DueCall> => sql`
  with due as (
    select lead_id, 'asked' as why, handed_over_at as since from agent_conversations
    where company_id = ${companyId} and handed_over_at > ${now}::timestamptz - interval '1 month'
      and taken_over_at is null and lead_id is not null
    union all
    select id, 'phone', created_at from leads
    where company_id = ${companyId} and created_at > ${now}::timestamptz - interval '1 month' and email is null
      and status = 'new' and archived_at is null and held_at is null and outcome is null
      and not exists (select from consents where consents.company_id = leads.company_id and consents.phone = leads.phone)
    union all
    select lead_id, 'schedule', greatest(paid_at, created_at) from payments
    where company_id = ${companyId} and created_at > ${now}::timestamptz - interval '1 month'
      and paid_at > ${now}::timestamptz - interval '1 month'
      and (select status in ('deposit_paid', 'paid') and work_started_at is null and work_done_at is null
        from estimates where estimates.lead_id = payments.lead_id order by version desc limit 1)
      and not exists (select from visits where visits.company_id = payments.company_id
        and visits.lead_id = payments.lead_id and visits.status = 'booked' and visits.ends_at > ${now}::timestamptz)
  ), calls as (
    select distinct on (leads.id) leads.id, leads.name, leads.phone, due.why, due.since
    from due join leads on leads.company_id = ${companyId} and leads.id = due.lead_id
    where leads.phone is not null and leads.archived_at is null and leads.held_at is null
      and leads.outcome is distinct from 'lost'
      and not exists (select from timeline_events act where act.lead_id = leads.id and act.at > due.since
        and act.data ? 'by' and act.kind not in ('lead_created', 'lead_assigned', 'payment'))
      and not exists (select from messages typed where typed.lead_id = leads.id and coalesce(typed.at, typed.due_at) > due.since
        and typed.direction = 'out' and not typed.automated)
    order by leads.id, due.since desc
  )
  select count(*) over ()::int as count, id, name, phone, why from calls order by since, id limit 3`;

/** A lead that may owe money now. A bank payment that isn't settled yet is on its way. */
export interface MayOweNow extends OwingLead {
  on_its_way_cents: number;
}

/** The most open jobs whose payment plans are read. */
export const MOST_JOBS = 200;

/**
 * Leads that owe money for an open job and may owe some of it now, the oldest job first: the deposit isn't paid, work has
 * begun, the payment plan has stages of its own, or part of a payment was refunded. Uses the indexes estimates_owing,
 * estimates_refunded and payments_one_on_its_way.
 */
export const mayOweNow = (companyId: CompanyId): RawBuilder<MayOweNow> => sql`
  select leads.id, leads.name, ${owedOf('money', 'leads')} as owed_cents, money.agreed_at,
    money.paid_cents, coalesce((select amount_cents from payments
      where payments.lead_id = leads.id and payments.status = 'processing'), 0) as on_its_way_cents
  from leads cross join lateral (${leadMoney(sql.raw('leads.id'))}) money
  where leads.company_id = ${companyId} and leads.held_at is null and leads.archived_at is null
    and leads.id in (select lead_id from estimates
      where company_id = ${companyId} and status in ('accepted', 'deposit_paid')
        and (status = 'accepted' or work_started_at is not null or work_done_at is not null
          or exists (select from payment_stages where estimate_id = estimates.id))
      union all select lead_id from estimates where company_id = ${companyId} and status = 'refunded')
    and ${owedOf('money', 'leads')} > 0
  order by money.agreed_at, leads.id limit ${MOST_JOBS}`;
