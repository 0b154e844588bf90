import { type RawBuilder, sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { leadMoney, owedOf } from '../lead-rows/lead-money.ts';
import { OWN_MAIL, TYPED } from '../messages/registry.ts';

// Tallies, reports and the lists of leads behind a figure are all computed from the leads' facts, so they always agree
// (docs/architecture.md, 'Reports').

/** The facts' columns, in the order that `factsOf` selects them. */
export const FACT_COLUMNS =
  sql.raw(`id, company_id, created_at, source, material_id, material_type, zip, user_id, stage,
  won, won_cents, accepted_at, outstanding_cents, deposited_cents, paid_slots, paid_cents, answer_minutes, answer_bucket, steps, replies,
  reasons, first_touch, last_touch`);

/**
 * The condition for a message that a person sent. It uses literals, so that it matches the conditions in the partial
 * indexes and triggers.
 */
const BY_A_PERSON = sql`messages.kind in (${sql.lit(TYPED)}, ${sql.lit(OWN_MAIL)})`;
const SENT = sql.raw(`('sent', 'delivered')`);
/**
 * When a payment was made, precise enough to determine its month in any time zone. Usually, the value is the UTC month
 * ('YYYY-MM'). On the first and last UTC day of a month, the month depends on the time zone, so the value is the
 * quarter hour ('YYYY-MM-DDTHH:MMZ'). A quarter hour is precise enough, because time zones differ from UTC by a
 * multiple of a quarter hour, and by at most 14 hours.
 */
const PAID_SLOT = sql.raw(`case when extract(day from paid_at at time zone 'UTC') = 1
    or extract(day from (paid_at at time zone 'UTC') + interval '1 day') = 1
  then to_char(date_bin('15 minutes', paid_at, '2000-01-01Z') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
  else to_char(paid_at at time zone 'UTC', 'YYYY-MM') end`);
/** Returns the month of a `PAID_SLOT` value in a time zone. */
export const monthOfSlot = (slot: RawBuilder<unknown>, zone: string): RawBuilder<unknown> => sql`
  case when length(${slot}) = 7 then ${slot} else to_char(${slot}::timestamptz at time zone ${zone}, 'YYYY-MM') end`;

/**
 * What a lead that a person marked as won was sold for: the price that would have been charged then, or when a newer
 * estimate was sent. It isn't the price of today, so that the value stays the same when an offer ends.
 */
const WON_BY_HAND = sql`(select price.cents from lead_price(l.id, l.quote_cents, greatest(l.created_at, sent.last_at,
  (select at from timeline_events where lead_id = l.id and kind = 'note' and data ->> 'outcome' = 'won'
    order by at desc, id desc limit 1))) price)`;

/**
 * Returns the SQL that computes the facts for these leads from their current data. `leads` is SQL for a list of lead
 * ids. Held leads have no facts. Each table is read using an index on the lead.
 */
export const factsOf = (companyId: CompanyId, leads: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.id, l.company_id, l.created_at, l.source, l.material_id, l.material_type, l.zip, l.assigned_to as user_id,
    reached.stage, stands.won,
    case when not stands.won then 0 else coalesce(money.agreed_cents, ${WON_BY_HAND}, 0) end as won_cents,
    money.agreed_at as accepted_at, ${owedOf('money', 'l')} as outstanding_cents,
    money.paid_cents as deposited_cents, received.slots as paid_slots,
    received.cents as paid_cents,
    answer.seconds / 60 as answer_minutes, floor(ln(1 + answer.seconds) * 40)::smallint as answer_bucket,
    followed.steps, followed.replies,
    sent.declined || case when l.outcome = 'lost' then array[coalesce(l.outcome_reason, '')] else '{}' end as reasons,
    l.attribution #>> '{first,name}' as first_touch, l.attribution #>> '{last,name}' as last_touch
  from leads l
  cross join lateral (
    select min(sent_at) as first_at, max(sent_at) as last_at,
      count(*) > 0 as any, coalesce(bool_or(first_viewed_at is not null), false) as viewed,
      coalesce(array_agg(coalesce(decline_reason, '')) filter (where declined_at is not null), '{}') as declined
    from estimates where lead_id = l.id) sent
  cross join lateral (${leadMoney(sql.raw('l.id'))}) money
  cross join lateral (
    select coalesce(array_agg(slot order by slot), '{}') as slots, coalesce(array_agg(cents order by slot), '{}') as cents
    from (select ${PAID_SLOT} as slot, sum(amount_cents - refunded_cents)::bigint as cents from payments
      where lead_id = l.id and paid_at is not null and status <> 'dispute_lost'
      group by 1 having sum(amount_cents - refunded_cents) <> 0) slot) received
  cross join lateral (
    select min(at) as first_at from messages
    where lead_id = l.id and direction = 'out' and ${BY_A_PERSON} and status in ${SENT}) typed
  cross join lateral (
    select min(at) as first_at from timeline_events
    where lead_id = l.id and kind = 'note' and data ->> 'call' in ('reached', 'voicemail')) called
  cross join lateral (
    select case when coalesce(sent.first_at, typed.first_at, called.first_at) is not null
      then greatest(extract(epoch from least(sent.first_at, typed.first_at, called.first_at) - l.created_at), 0)::float8
      end as seconds) answer
  cross join lateral (
    select case when l.status = 'paid' then 5 when exists (select from estimate_acceptances where lead_id = l.id) then 4 when sent.viewed then 3
      when sent.any or l.estimate_sent_at is not null or l.status = 'estimate_sent' then 2
      when l.status <> 'new' then 1 else 0 end as stage) reached
  cross join lateral (
    select (reached.stage >= 4 or money.agreed_at is not null or l.outcome is not distinct from 'won')
      and l.outcome is distinct from 'lost' and not money.given_back as won) stands
  cross join lateral (
    select coalesce(array_agg(coalesce(counted.sent, 0) order by step), '{}')::int[] as steps,
      coalesce(array_agg(coalesce(answered.replies, 0) order by step), '{}')::int[] as replies
    from generate_series(1, (select max(step) from follow_up_messages
      where lead_id = l.id and status in ${SENT} and sent_at is not null)) step
    left join (select step, count(*) as sent from follow_up_messages
      where lead_id = l.id and status in ${SENT} and sent_at is not null group by step) counted using (step)
    left join (select before.step, count(*) as replies from messages
      cross join lateral (select step from follow_up_messages
        where lead_id = l.id and status in ${SENT} and sent_at <= messages.at
        order by sent_at desc, step desc limit 1) before
      where messages.lead_id = l.id and messages.direction = 'in' and not messages.automated
      group by before.step) answered using (step)) followed
  where l.company_id = ${companyId} and l.held_at is null and l.id in (${leads})`;
