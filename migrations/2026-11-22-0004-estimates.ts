import { type Kysely, sql } from 'kysely';

/** Estimates: versions, their options and links, the homeowner's signature, the offers that messages made, drawn PDFs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [estimates, options, links, acceptances, offers, pdfs, tenancy])
    await sql.raw(statement).execute(db);
}

// an immutable version: prices, terms and company are copied in, only its life (status, views) changes. Signatures and
// payments rest on it. Only while leads are merged (set in that transaction alone) may it come to belong to the lead
// that is kept, and take its place among that lead's versions
const estimates = `
create table estimates (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  version integer not null check (version >= 1),
  number text not null check (number ~ '^EST-[0-9a-f]{6}-\\d{4}$'),
  status text not null default 'sent' check (status in ('draft', 'sent', 'viewed', 'accepted', 'declined',
    'deposit_paid', 'paid', 'refunded', 'disputed', 'expired', 'superseded')),
  perimeter_ft numeric(8, 2) not null check (perimeter_ft > 0 and perimeter_ft <= 100000),
  gate_count integer not null check (gate_count between 0 and 100),
  material_type text not null,
  base_price_cents integer not null check (base_price_cents >= 0),
  premium_cents integer not null,
  gate_price_cents integer not null check (gate_price_cents >= 0),
  total_cents bigint not null check (total_cents >= 0),
  notes text not null default '',
  terms text not null,
  company jsonb not null,
  customer jsonb not null,
  sent_at timestamptz not null,
  valid_until date not null,
  first_viewed_at timestamptz,
  last_viewed_at timestamptz,
  view_count integer not null default 0,
  -- what decides the deposit at any price of this version: the company's rule and the state's cap, as they were when sent
  deposit_terms jsonb not null
    default '{"rule": {"kind": "percent", "percent": 50}, "cap": null, "offerFull": true}',
  declined_at timestamptz,
  decline_reason text,
  -- from here on a capped state lets the balance be taken
  work_started_at timestamptz,
  unique (company_id, id),
  constraint estimates_of_lead unique (company_id, lead_id, id),
  constraint estimates_number_unique unique (company_id, number),
  constraint estimates_version_unique unique (lead_id, version),
  constraint estimates_price_not_negative check (base_price_cents + premium_cents >= 0),
  foreign key (company_id, lead_id) references leads (company_id, id)
);

create function estimates_are_fixed() returns trigger language plpgsql as $$
begin
  if (old.lead_id, old.version, old.number, old.perimeter_ft, old.gate_count, old.material_type, old.base_price_cents,
      old.premium_cents, old.gate_price_cents, old.total_cents, old.deposit_terms, old.notes,
      old.terms, old.company, old.customer, old.sent_at)
    is distinct from
     (new.lead_id, new.version, new.number, new.perimeter_ft, new.gate_count, new.material_type, new.base_price_cents,
      new.premium_cents, new.gate_price_cents, new.total_cents, new.deposit_terms, new.notes,
      new.terms, new.company, new.customer, new.sent_at)
  then raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $$;
create trigger estimates_fixed before update on estimates for each row
  when (current_setting('app.merging', true) is distinct from 'on') execute function estimates_are_fixed();
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
  unique (company_id, estimate_id, id),
  constraint estimate_options_position unique (estimate_id, position),
  constraint estimate_options_price_not_negative check (base_price_cents + premium_cents >= 0),
  foreign key (company_id, estimate_id) references estimates (company_id, id) on delete cascade
);
`;

// a private link: token_hash finds it, sealed_token (encrypted with APP_SECRET) lets it be sent again
const links = `
create table estimate_links (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  estimate_id uuid not null,
  token_hash text not null unique,
  sealed_token text not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  foreign key (company_id, estimate_id) references estimates (company_id, id)
);
create index estimate_links_estimate on estimate_links (estimate_id);
`;

// one signature an estimate, never changed (C29), save the lead it belongs to while leads are merged. document is the
// very text that was signed, in canonical form
const acceptances = `
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
  if current_setting('app.merging', true) = 'on' and to_jsonb(new) - 'lead_id' = to_jsonb(old) - 'lead_id' then
    return new;
  end if;
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

// drawing one takes a processor 100 ms, reading it none, and all can be drawn again. The hash is of everything that is
// printed, so that a row is never out of date
const pdfs = `
create table estimate_pdfs (
  company_id uuid not null references company_profiles on delete cascade,
  estimate_id uuid not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  drawn_at timestamptz not null,
  primary key (estimate_id, hash),
  foreign key (company_id, estimate_id) references estimates (company_id, id) on delete cascade
);
create index estimate_pdfs_age on estimate_pdfs (company_id, drawn_at);
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['estimates', 'estimate_options', 'estimate_links', 'estimate_acceptances',
    'estimate_offers', 'estimate_pdfs'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
  end loop;
end $$;
grant select, insert, update, delete on estimates, estimate_links, estimate_offers, estimate_pdfs
  to picket_app, picket_system;
grant select, insert on estimate_options, estimate_acceptances to picket_app, picket_system;
grant update (lead_id) on estimate_acceptances to picket_app;
`;
