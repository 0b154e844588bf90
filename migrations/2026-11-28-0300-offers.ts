import { type Kysely, sql } from 'kysely';

/**
 * Offers become settings of a follow-up step, of the company's defaults and of an estimate version. Before, they were
 * read from a message's words. Also adds the functions that compute the price which a lead's homeowner would be charged
 * at a given time. Every list and total uses these functions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, stored, liveOffers, price]) await sql.raw(statement).execute(db);
}

const columns = `
create function is_offer(offer jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(offer) = 'object'
    and (offer ? 'percent') <> (offer ? 'amountCents')
    and coalesce((offer ->> 'percent')::numeric > 0 and (offer ->> 'percent')::numeric <= 100
      and (offer ->> 'percent')::numeric = round((offer ->> 'percent')::numeric, 2), true)
    and coalesce((offer ->> 'amountCents')::numeric between 1 and 10000000
      and (offer ->> 'amountCents')::numeric = trunc((offer ->> 'amountCents')::numeric), true)
    and coalesce((offer ->> 'days')::numeric between 1 and 365
      and (offer ->> 'days')::numeric = trunc((offer ->> 'days')::numeric), false)
$$;

create function are_offers(offers jsonb) returns boolean language sql immutable as $$
  select case when jsonb_typeof(offers) <> 'array' then false
    else not exists (select from jsonb_array_elements(offers) offer
      where jsonb_typeof(offer) <> 'null' and not is_offer(offer)) end
$$;

alter table follow_up_messages
  add column offer jsonb,
  add constraint follow_up_messages_offer check (offer is null or is_offer(offer));

-- one entry for each of workflow_messages, or fewer: the rest has none
alter table company_profiles
  add column workflow_offers jsonb not null default '[]',
  add column offer_decided_at timestamptz,
  add constraint company_profiles_workflow_offers
    check (are_offers(workflow_offers) and jsonb_array_length(workflow_offers) <= cardinality(workflow_messages));

-- the last day is in the time zone of the job, and offer_ends_at is the end of that day
alter table estimates
  add column offer jsonb,
  add column offer_ends_on date,
  add column offer_ends_at timestamptz,
  add constraint estimates_offer check (offer is null or is_offer(offer)),
  add constraint estimates_offer_whole check ((offer is null) = (offer_ends_on is null)
    and (offer is null) = (offer_ends_at is null)),
  add constraint estimates_offer_order check (offer_ends_at > sent_at);
create index estimates_offer_live on estimates (company_id, offer_ends_at) where offer is not null;

alter table estimate_offers
  drop constraint estimate_offers_percent_check,
  add constraint estimate_offers_percent_check check (percent > 0 and percent <= 100),
  add column days integer not null default 7,
  add constraint estimate_offers_days_check check (days between 1 and 365);
alter table estimate_offers alter column days drop default;
create index estimate_offers_live on estimate_offers (company_id, ends_at);

create function estimates_offer_is_fixed() returns trigger language plpgsql as $function$
begin
  if (old.offer, old.offer_ends_on, old.offer_ends_at) is distinct from (new.offer, new.offer_ends_on, new.offer_ends_at)
  then raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $function$;
create trigger estimates_offer_fixed before update on estimates for each row execute function estimates_offer_is_fixed();
`;

// The only time that words are read: a stored message that names both a discount and {{offer_ends}} keeps its promise
// as a set offer, for the week that such messages were valid until now.
const stored = `
create function offer_in_words(message text) returns jsonb language sql immutable as $$
  select case
    when message !~ '\\{\\{\\s*offer_ends\\s*\\}\\}' then null
    when percent::numeric > 0 then jsonb_build_object('percent', percent::numeric, 'days', 7)
    when amount is not null and replace(amount, ',', '')::numeric between 0.01 and 100000
      then jsonb_build_object('amountCents', (replace(amount, ',', '')::numeric * 100)::bigint, 'days', 7)
  end
  from (select
    (regexp_match(message, '(\\d{1,2}(?:\\.\\d{1,2})?)\\s*(?:%|percent|por ciento)\\s*(?:off|discount|de descuento)', 'i'))[1] as percent,
    (regexp_match(message, '\\$\\s*(\\d{1,3}(?:,\\d{3})+(?:\\.\\d{2})?|\\d{1,6}(?:\\.\\d{2})?)\\s*(?:off|discount|de descuento)', 'i'))[1] as amount
  ) said
$$;
update follow_up_messages set offer = offer_in_words(body) where status in ('draft', 'scheduled', 'cancelled', 'skipped');
update company_profiles set workflow_offers =
  (select jsonb_agg(coalesce(offer_in_words(message), 'null') order by place)
    from unnest(workflow_messages) with ordinality said (message, place))
  where cardinality(workflow_messages) > 0;
drop function offer_in_words;
update company_profiles set
  workflow_messages = array_replace(workflow_messages,
    'Hi {{name}}, a last reminder about the fence for {{address}}: schedule this week and take 10% off {{estimate_amount}}, good through {{offer_ends}}.',
    'Hi {{name}}, a last reminder about the fence for {{address}}: schedule this week and take {{offer}} {{estimate_amount}}, good through {{offer_ends}}.'),
  workflow_messages_es = array_replace(workflow_messages_es,
    'Hola {{name}}, este es el recordatorio final sobre la cerca para {{address}}: programe el trabajo esta semana y reciba 10% de descuento en {{estimate_amount}}, hasta el {{offer_ends}}.',
    'Hola {{name}}, este es el recordatorio final sobre la cerca para {{address}}: programe el trabajo esta semana y reciba {{offer}} en {{estimate_amount}}, hasta el {{offer_ends}}.')
where workflow_offers @> '[{"percent": 10}]';
`;

const liveOffers = `
-- what a discount takes off a price: half up to the cent, and never more than the price
create function discount_cents(price bigint, percent numeric, amount bigint) returns bigint language sql immutable as $$
  select case when amount is null then floor((price * percent * 100 + 5000) / 10000)::bigint else least(amount, price) end
$$;

-- an estimate's own offer, and those of the follow-ups that reached its lead or may have
create function live_offers(lead uuid, estimate uuid, at timestamptz)
returns table (percent numeric, amount_cents bigint, days integer, ends_on date) language sql stable as $$
  select told.percent, told.amount_cents, told.days, told.ends_on from estimate_offers told
  where told.lead_id = lead and told.starts_at <= at and told.ends_at > at
    and exists (select from messages m where m.source_id = told.source_id and m.direction = 'out' and m.status <> 'failed')
  union all
  select (e.offer ->> 'percent')::numeric, (e.offer ->> 'amountCents')::bigint, (e.offer ->> 'days')::integer, e.offer_ends_on
  from estimates e where e.id = estimate and e.offer is not null and e.offer_ends_at > at
$$;
`;

const price = `
-- what a lead's homeowner would be charged now: the signed total, else the newest version's (without one, the quote)
-- less the best live offer. percent and the columns after it are that offer's, null without one
create function lead_price(lead uuid, quote bigint, at timestamptz)
returns table (cents bigint, full_cents bigint, percent numeric, amount_cents bigint, days integer, ends_on date)
language sql stable as $$
  select coalesce(newest.signed_cents, base.cents - coalesce(best.off, 0)),
    coalesce(newest.signed_cents + newest.signed_off, base.cents),
    best.percent, best.amount_cents, best.days, best.ends_on
  from (values (1)) one (row)
  left join lateral (
    select e.id, e.total_cents, signed.total_cents as signed_cents, signed.discount_cents as signed_off
    from estimates e left join estimate_acceptances signed on signed.estimate_id = e.id
    where e.lead_id = lead order by e.version desc limit 1) newest on true
  cross join lateral (select coalesce(newest.total_cents, quote) as cents) base
  left join lateral (
    select offer.*, discount_cents(base.cents, offer.percent, offer.amount_cents) as off
    from live_offers(lead, newest.id, at) offer
    where newest.signed_cents is null and base.cents is not null
    order by off desc, offer.ends_on desc limit 1) best on true
$$;
`;
