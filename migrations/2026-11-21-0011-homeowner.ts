import { type Kysely, sql } from 'kysely';

/** The homeowner's answer: options of a version, its signature, and the offers that messages made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [estimates, options, acceptances, offers, tenancy]) await sql.raw(statement).execute(db);
}

const estimates = `
alter table estimates
  -- what decides the deposit at any price of this version: the company's rule and the state's cap, as they were when sent
  add column deposit_terms jsonb not null
    default '{"rule": {"kind": "percent", "percent": 50}, "cap": null, "offerFull": true}',
  add column declined_at timestamptz,
  add column decline_reason text,
  -- from here on a capped state lets the balance be taken
  add column work_started_at timestamptz;

-- what was offered never changes: signatures and payments rest on it
create function estimates_are_fixed() returns trigger language plpgsql as $$
begin
  if (old.lead_id, old.version, old.number, old.perimeter_ft, old.gate_count, old.material_type, old.base_price_cents,
      old.premium_cents, old.gate_price_cents, old.total_cents, old.deposit_cents, old.deposit_terms, old.notes,
      old.terms, old.company, old.customer, old.sent_at)
    is distinct from
     (new.lead_id, new.version, new.number, new.perimeter_ft, new.gate_count, new.material_type, new.base_price_cents,
      new.premium_cents, new.gate_price_cents, new.total_cents, new.deposit_cents, new.deposit_terms, new.notes,
      new.terms, new.company, new.customer, new.sent_at)
  then raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $$;
create trigger estimates_fixed before update on estimates for each row execute function estimates_are_fixed();
`;

const options = `
-- where a version offers more than one thing: what can be accepted, the first with the version's own figures
create table estimate_options (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  estimate_id uuid not null,
  position integer not null check (position between 1 and 3),
  label text not null check (length(label) between 1 and 60),
  perimeter_ft numeric(8, 2) not null check (perimeter_ft > 0 and perimeter_ft <= 100000),
  gate_count integer not null check (gate_count between 0 and 100),
  material_type text not null,
  base_price_cents integer not null check (base_price_cents >= 0),
  premium_cents integer not null,
  gate_price_cents integer not null check (gate_price_cents >= 0),
  total_cents bigint not null check (total_cents >= 0),
  deposit_cents bigint not null check (deposit_cents >= 0 and deposit_cents <= total_cents),
  unique (company_id, estimate_id, id),
  constraint estimate_options_position unique (estimate_id, position),
  constraint estimate_options_price_not_negative check (base_price_cents + premium_cents >= 0),
  foreign key (company_id, estimate_id) references estimates (company_id, id) on delete cascade
);
`;

const acceptances = `
-- one signature an estimate, never changed (C29). document is the very text that was signed, in canonical form
create table estimate_acceptances (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  estimate_id uuid not null,
  option_id uuid,
  name text not null check (length(name) between 1 and 120),
  mark_kind text not null check (mark_kind in ('typed', 'drawn')),
  mark text not null check (length(mark) between 1 and 20000),
  consent_text text not null,
  consent_version text not null,
  document text not null,
  document_hash text not null check (document_hash = encode(sha256(convert_to(document, 'UTF8')), 'hex')),
  terms_hash text not null,
  discount_cents bigint not null check (discount_cents >= 0),
  total_cents bigint not null check (total_cents >= 0),
  deposit_cents bigint not null check (deposit_cents >= 0 and deposit_cents <= total_cents),
  cancel_days integer not null check (cancel_days >= 3),
  cancel_until date not null,
  cancel_zone text not null,
  ip text not null,
  user_agent text not null,
  -- the business clock's time, and real UTC
  at timestamptz not null,
  signed_at timestamptz not null default clock_timestamp(),
  constraint estimate_acceptances_once unique (estimate_id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, estimate_id) references estimates (company_id, id),
  foreign key (company_id, estimate_id, option_id) references estimate_options (company_id, estimate_id, id)
);
create function acceptances_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'acceptances are append-only';
end $$;
create trigger estimate_acceptances_append_only before update on estimate_acceptances
  for each row execute function acceptances_are_append_only();
`;

// C30. It counts as long as the thread has its message as one that may have arrived: a message that is settled
// later takes its offer along, and a schedule that starts over leaves it alone
const offers = `
create table estimate_offers (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  -- the follow_up_messages.id that made it, as in messages.source_id
  source_id uuid not null,
  percent numeric(5, 2) check (percent > 0 and percent < 100),
  amount_cents bigint check (amount_cents > 0),
  starts_at timestamptz not null,
  -- the day that the message names, and the instant at which it is over where company and homeowner are
  ends_on date not null,
  ends_at timestamptz not null,
  constraint estimate_offers_source unique (source_id),
  constraint estimate_offers_one_kind check ((percent is null) <> (amount_cents is null)),
  constraint estimate_offers_order check (ends_at > starts_at),
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index estimate_offers_lead on estimate_offers (lead_id, ends_at);
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['estimate_options', 'estimate_acceptances', 'estimate_offers'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
  end loop;
end $$;
grant select, insert on estimate_options, estimate_acceptances to picket_app, picket_system;
grant select, insert, update, delete on estimate_offers to picket_app, picket_system;
`;
