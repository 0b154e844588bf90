import { type Kysely, sql } from 'kysely';

/**
 * Changes of a signed estimate. A version keeps the price list it was priced with, so that a change of it costs what it
 * would have cost then. A change counts once it's signed or, for a credit, once it's sent. `signed_estimates` is the one
 * place where the signed total and its changes are added up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [priceLists, changes, signatures, totals, timeline]) await sql.raw(statement).execute(db);
}

const tenant = (table: string): string => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on ${table} to picket_system using (true) with check (true);
`;

// A company's prices change seldom, so its versions share their lists. Versions from before have none.
const priceLists = `
create table price_lists (
  company_id uuid not null references company_profiles on delete cascade,
  -- the SHA-256 of the list in canonical form
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- the base price, the gate price, the materials and the price book
  prices jsonb not null check (jsonb_typeof(prices) = 'object'),
  primary key (company_id, hash)
);
${tenant('price_lists')}
grant select, insert on price_lists to picket_app, picket_system;
alter table estimates
  add column price_list text,
  add constraint estimates_price_list_fkey foreign key (company_id, price_list) references price_lists (company_id, hash);
create function estimates_price_list_is_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'what an estimate offers is fixed once it is sent';
end $$;
create trigger estimates_price_list_fixed before update of price_list on estimates for each row
  when (old.price_list is distinct from new.price_list) execute function estimates_price_list_is_fixed();
`;

const changes = `
create table estimate_changes (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  estimate_id uuid not null,
  -- from 1 in each estimate, as in 'EST-…-C1'
  position integer not null check (position > 0),
  -- credited: a change that costs nothing more needs no signature. expired is written only when another one is made
  status text not null default 'draft' check (status in ('draft', 'sent', 'signed', 'credited', 'declined', 'canceled',
    'expired')),
  note text not null check (length(note) <= 4000),
  -- the whole fence after the change
  fence jsonb not null check (jsonb_typeof(fence) = 'object'),
  -- what its materials are counted from
  take_off jsonb not null check (jsonb_typeof(take_off) = 'object'),
  -- what comes and goes: its lines, its share of the discount and its tax
  added jsonb not null check (jsonb_typeof(added) = 'object'),
  removed jsonb not null check (jsonb_typeof(removed) = 'object'),
  added_cents bigint not null check (added_cents >= 0),
  removed_cents bigint not null check (removed_cents >= 0),
  net_cents bigint not null generated always as (added_cents - removed_cents) stored,
  -- the total with all changes up to this one
  total_cents bigint not null check (total_cents >= 0),
  created_at timestamptz not null,
  sent_at timestamptz,
  -- the last day to sign, in the time zone job_zone
  valid_until date,
  job_zone text not null,
  decided_at timestamptz,
  decline_reason text check (length(decline_reason) <= 500),
  unique (company_id, id),
  unique (estimate_id, position),
  foreign key (company_id, estimate_id) references estimates (company_id, id),
  constraint estimate_changes_sent check ((sent_at is null) = (valid_until is null)
    and (status <> 'draft' or sent_at is null)
    and (status not in ('sent', 'signed', 'credited', 'declined', 'expired') or sent_at is not null)),
  constraint estimate_changes_decided check ((decided_at is null) = (status in ('draft', 'sent'))),
  constraint estimate_changes_credit check (case when added_cents > removed_cents then status <> 'credited'
    else status not in ('sent', 'signed', 'declined', 'expired') end)
);
create unique index estimate_changes_one_open on estimate_changes (estimate_id) where status in ('draft', 'sent');
${tenant('estimate_changes')}
grant select, insert, update on estimate_changes to picket_app, picket_system;
create policy own_leads on estimate_changes as restrictive to picket_sales
  using (exists (select from estimates where estimates.id = estimate_changes.estimate_id));

create function estimate_changes_are_fixed() returns trigger language plpgsql as $$
begin
  if old.status not in ('draft', 'sent') then
    raise exception 'a change that was decided is fixed';
  end if;
  if (old.id, old.company_id, old.estimate_id, old.position, old.note, old.fence, old.take_off, old.added, old.removed,
      old.added_cents, old.removed_cents, old.total_cents, old.created_at, old.job_zone)
    is distinct from
     (new.id, new.company_id, new.estimate_id, new.position, new.note, new.fence, new.take_off, new.added, new.removed,
      new.added_cents, new.removed_cents, new.total_cents, new.created_at, new.job_zone)
    or (old.status = 'sent' and (old.sent_at, old.valid_until) is distinct from (new.sent_at, new.valid_until))
  then raise exception 'what a change offers is fixed';
  end if;
  return new;
end $$;
create trigger estimate_changes_fixed before update on estimate_changes for each row
  execute function estimate_changes_are_fixed();

create function mark_lead_of_estimate() returns trigger language plpgsql as $$
begin
  insert into report_marks (company_id, lead) select company_id, lead_id from estimates where id = new.estimate_id;
  return null;
end $$;
create trigger estimate_changes_report after update of status on estimate_changes for each row
  when (new.status in ('signed', 'credited')) execute function mark_lead_of_estimate();
`;

const signatures = `
-- the only signature on a change (C29). Rows are never changed
create table change_signatures (
  change_id uuid primary key,
  company_id uuid not null references company_profiles on delete cascade,
  name text not null check (length(name) between 1 and 120),
  mark_kind text not null check (mark_kind in ('typed', 'drawn')),
  mark text not null check (length(mark) between 1 and 20000),
  consent_text text not null,
  consent_version text not null,
  language text not null check (language in ('en', 'es')),
  -- the hash of the signed estimate, which the signed text contains
  estimate_hash text not null,
  document text not null,
  document_hash text not null check (document_hash = encode(sha256(convert_to(document, 'UTF8')), 'hex')),
  cancel_days integer not null check (cancel_days >= 3),
  cancel_until date not null,
  cancel_zone text not null,
  ip text not null,
  user_agent text not null,
  at timestamptz not null,
  signed_at timestamptz not null default clock_timestamp(),
  foreign key (company_id, change_id) references estimate_changes (company_id, id),
  constraint change_signatures_over_estimate check (position(estimate_hash in document) > 0)
);
${tenant('change_signatures')}
grant select, insert on change_signatures to picket_app, picket_system;
create policy own_leads on change_signatures as restrictive to picket_sales
  using (exists (select from estimate_changes where estimate_changes.id = change_signatures.change_id));

create function change_has_signature() returns trigger language plpgsql as $$
begin
  if not exists (select from change_signatures where change_id = new.id) then
    raise exception 'a signed change has a signature';
  end if;
  return null;
end $$;
create constraint trigger estimate_changes_signed after update of status on estimate_changes
  deferrable initially deferred for each row when (new.status = 'signed') execute function change_has_signature();
`;

// `lead_price` takes the signed total from the view. The rest of it is as before.
const totals = `
create view signed_estimates with (security_invoker = true) as
  select signed.estimate_id, signed.at, signed.deposit_cents, signed.discount_cents,
    signed.total_cents + coalesce((select sum(change.net_cents) from estimate_changes change
      where change.estimate_id = signed.estimate_id and change.status in ('signed', 'credited')), 0)::bigint as total_cents
  from estimate_acceptances signed;
grant select on signed_estimates to picket_app, picket_system;

create or replace function lead_price(lead uuid, quote bigint, at timestamptz)
returns table(cents bigint, full_cents bigint, percent numeric, amount_cents bigint, days integer, ends_on date)
language sql stable as $$
  select coalesce(newest.signed_cents, base.sum - coalesce(best.off, 0)
      + tax_cents(base.taxable, base.sum, coalesce(best.off, 0), base.bps)),
    coalesce(newest.signed_cents + newest.signed_off, base.sum + tax_cents(base.taxable, base.sum, 0, base.bps)),
    best.percent, best.amount_cents, best.days, best.ends_on
  from (values (1)) one (row)
  left join lateral (
    select e.id, coalesce(e.sum_cents, e.total_cents) as sum, e.taxable_cents, e.tax_bps,
      signed.total_cents as signed_cents, signed.discount_cents as signed_off
    from estimates e left join signed_estimates signed on signed.estimate_id = e.id
    where e.lead_id = lead order by e.version desc limit 1) newest on true
  cross join lateral (select coalesce(newest.sum, quote) as sum, coalesce(newest.taxable_cents, 0) as taxable,
    coalesce(newest.tax_bps, 0) as bps) base
  left join lateral (
    select offer.*, discount_cents(base.sum, offer.percent, offer.amount_cents) as off
    from live_offers(lead, newest.id, at) offer
    where newest.signed_cents is null and base.sum is not null
    order by off desc, offer.ends_on desc limit 1) best on true
$$;
`;

const timeline = `
alter table timeline_events drop constraint timeline_events_kind_check;
alter table timeline_events add constraint timeline_events_kind_check check (kind in ('lead_created', 'note',
  'status_changed', 'estimate_sent', 'estimate_viewed', 'estimate_accepted', 'estimate_declined', 'question',
  'schedule_activated', 'schedule_stopped', 'message_sent', 'message_delivered', 'message_failed', 'message_skipped',
  'message_unknown', 'reply_received', 'opted_out', 'opted_in', 'payment', 'refund', 'dispute', 'agent_talk',
  'visit_booked', 'visit_moved', 'visit_cancelled', 'visit_done', 'visit_missed', 'estimate_changed'));
`;
