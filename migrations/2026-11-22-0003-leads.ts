import { type Kysely, sql } from 'kysely';

/** Leads: what they agreed to, what happened to them, how they are found, merged and held, and the widget's tickets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [leads, lists, recipients, consents, timeline, search, merges, tickets, tenancy, live])
    await sql.raw(statement).execute(db);
}

// lower() is not leakproof: under row-level security no index on it narrows a page, while one on a column (name_key)
// does. The room in the pages is for what delivery writes again and again, so that those writes touch no index (HOT)
const leads = `
create table leads (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  name text not null check (length(name) between 1 and 200),
  email text not null check (email = lower(email)),
  phone text check (phone ~ '^\\+1\\d{10}$'),
  address text,
  zip text check (zip ~ '^\\d{5}$'),
  perimeter_ft numeric(8, 2) check (perimeter_ft > 0 and perimeter_ft <= 100000),
  gate_count integer not null default 0 check (gate_count between 0 and 100),
  material_id uuid,
  material_type text,
  quote_cents bigint check (quote_cents >= 0),
  notes text not null default '',
  source text not null default 'widget' check (source in ('widget', 'manual', 'csv', 'agent')),
  page_url text,
  idempotency_key text,
  status text not null default 'new' check (status in ('new', 'contacted', 'estimate_sent', 'paid')),
  outcome text check (outcome in ('won', 'lost')),
  outcome_reason text,
  estimate_sent_at timestamptz,
  last_contact_at timestamptz,
  last_message_at timestamptz,
  last_reply_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null,
  search_text text not null generated always as (
    lower(name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || coalesce(address, ''))) stored,
  awaits_answer text check (awaits_answer in ('question', 'reply')),
  awaits_since timestamptz,
  name_key text not null generated always as (lower(name)) stored,
  -- archived leads count too: what somebody writes to one must not stay unseen
  unread_count integer not null default 0 constraint leads_unread_count check (unread_count >= 0),
  -- when the contractor was told that a homeowner wrote: what counts as unread rises and falls for other reasons too
  reply_told_at timestamptz,
  held_at timestamptz,
  held_for text[] not null default '{}',
  spam_at timestamptz,
  -- when a lead counted as a new recipient of its company's budget; null: it has not yet
  counted_as_recipient_at timestamptz,
  uncounted_ways text[] not null default '{email,sms}' check (uncounted_ways <@ array['email', 'sms']),
  -- the address that the homeowner gave themselves
  homeowner_email text,
  unique (company_id, id),
  constraint leads_idempotency unique (company_id, idempotency_key),
  constraint leads_awaits_since check ((awaits_answer is null) = (awaits_since is null)),
  constraint leads_spam_is_held check (spam_at is null or held_at is not null),
  constraint leads_held_for_a_reason check ((held_at is null) = (held_for = '{}')),
  foreign key (company_id, material_id) references materials (company_id, id)
) with (fillfactor = 60);
`;

// what is archived is old: left in one index, it would lie between the first page and whoever sorts by oldest. Held
// leads are in no list but Review, and a flood of them must not slow the others: each list's index holds only the leads
// that the list may show. A lead that was marked lost is in no step of the work
const lists = `
create index leads_newest on leads (company_id, created_at desc, id desc)
  where archived_at is null and held_at is null;
create index leads_archived on leads (company_id, created_at desc, id desc)
  where archived_at is not null and held_at is null;
create index leads_by_status on leads (company_id, status, created_at desc, id desc) include (quote_cents)
  where archived_at is null and held_at is null and outcome is distinct from 'lost';
create index leads_awaiting on leads (company_id, awaits_since desc)
  where awaits_answer is not null and archived_at is null and held_at is null;
create index leads_by_name on leads (company_id, name_key, id) where held_at is null;
create index leads_unread on leads (company_id, created_at desc, id desc) include (unread_count)
  where unread_count > 0 and held_at is null;
create index leads_review on leads (company_id, created_at desc, id desc) where held_at is not null and spam_at is null;
create index leads_spam on leads (company_id, created_at desc, id desc) where held_at is not null and spam_at is not null;
create index leads_phone on leads (company_id, phone) where phone is not null;
-- an import asks whom it knows already, and a lead's sheet who may be the same person
create index leads_email on leads (company_id, email);
`;

// another address is another person until somebody counts it; a lead that begins as counted (the widget's, whose first
// answer is on its way) begins with every way counted
const recipients = `
create function count_recipient() returns trigger language plpgsql as $$
begin
  new.uncounted_ways := '{}';
  return new;
end $$;
create function forget_recipient() returns trigger language plpgsql as $$
begin
  if new.counted_as_recipient_at is not distinct from old.counted_as_recipient_at then
    new.counted_as_recipient_at := null;
    if lower(old.email) <> lower(new.email) then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'email'), 'email');
    end if;
    if old.phone is distinct from new.phone then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'sms'), 'sms');
    end if;
  end if;
  return new;
end $$;
create trigger leads_count_new before insert on leads for each row
  when (new.counted_as_recipient_at is not null) execute function count_recipient();
create trigger leads_new_address before update of email, phone on leads for each row
  when (lower(old.email) <> lower(new.email) or (new.phone is not null and old.phone is distinct from new.phone))
  execute function forget_recipient();
`;

// one row per opt-in, never changed (C3). Only while leads are merged (set in that transaction alone) may it come to
// belong to the lead that is kept
const consents = `
create table consents (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  channel text not null default 'sms' check (channel = 'sms'),
  phone text not null check (phone ~ '^\\+1\\d{10}$'),
  method text not null check (method in ('widget', 'verbal', 'paper', 'written')),
  text text not null,
  version text not null,
  page_url text,
  ip text,
  user_agent text,
  at timestamptz not null,
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index consents_phone on consents (company_id, phone);
create function consents_are_append_only() returns trigger language plpgsql as $$
begin
  if current_setting('app.merging', true) = 'on' and to_jsonb(new) - 'lead_id' = to_jsonb(old) - 'lead_id' then
    return new;
  end if;
  raise exception 'consents are append-only';
end $$;
create trigger consents_append_only before update on consents for each row execute function consents_are_append_only();
`;

const timeline = `
-- at is the business clock's time; what the lead's page shows, newest first
create table timeline_events (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  kind text not null check (kind in ('lead_created', 'note', 'status_changed', 'estimate_sent', 'estimate_viewed',
    'estimate_accepted', 'estimate_declined', 'question', 'schedule_activated', 'schedule_stopped', 'message_sent',
    'message_delivered', 'message_failed', 'message_skipped', 'message_unknown', 'reply_received', 'opted_out',
    'opted_in', 'payment', 'refund', 'dispute')),
  at timestamptz not null,
  data jsonb not null default '{}',
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index timeline_newest on timeline_events (lead_id, at desc, id desc);
`;

// what leads are searched by has rows of its own: a lead's status changes without its trigrams. Whoever changes one of
// these columns, and nobody who changes another, pays for them. Two indexes: with the company in it, a word that all
// companies use costs one company no more than its own leads; where one company owns much of the table, its id narrows
// nothing, and reading the id's list of rows takes longer than all words together. The planner knows each company's
// share and chooses
const search = `
create table lead_search (
  lead_id uuid primary key,
  company_id uuid not null,
  -- as in leads: what is searched, and what lists are sorted by
  search_text text not null,
  created_at timestamptz not null,
  name_key text not null,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index lead_search_company on lead_search using gin (company_id, search_text gin_trgm_ops);
create index lead_search_text on lead_search using gin (search_text gin_trgm_ops);

create function add_lead_search() returns trigger language plpgsql as $$
begin
  insert into lead_search (lead_id, company_id, search_text, created_at, name_key)
    select id, company_id, search_text, created_at, name_key from added;
  return null;
end $$;
create trigger leads_search_insert after insert on leads referencing new table as added
  for each statement execute function add_lead_search();

create function change_lead_search() returns trigger language plpgsql as $$
begin
  -- a row that is missing comes back: else the lead would never be found again, and nothing would say so
  insert into lead_search (lead_id, company_id, search_text, created_at, name_key)
    values (new.id, new.company_id, new.search_text, new.created_at, new.name_key)
    on conflict (lead_id) do update set search_text = excluded.search_text, created_at = excluded.created_at,
      name_key = excluded.name_key;
  return null;
end $$;
create trigger leads_search_update after update of name, email, phone, address, created_at on leads
  for each row when ((old.search_text, old.created_at) is distinct from (new.search_text, new.created_at))
  execute function change_lead_search();
`;

const merges = `
-- a lead that went into another: its old id, and the key of the request that made it, still lead somewhere
create table lead_merges (
  old_lead_id uuid primary key,
  company_id uuid not null references company_profiles on delete cascade,
  kept_lead_id uuid not null,
  idempotency_key text,
  -- its row as it was
  old_lead jsonb not null,
  merged_by uuid references users on delete set null,
  merged_at timestamptz not null,
  constraint lead_merges_other check (old_lead_id <> kept_lead_id),
  constraint lead_merges_idempotency unique (company_id, idempotency_key),
  foreign key (company_id, kept_lead_id) references leads (company_id, id) on delete cascade
);
create index lead_merges_kept on lead_merges (company_id, kept_lead_id);

-- two leads with the same email address or phone that a person said are not the same
create table lead_pairs_apart (
  company_id uuid not null references company_profiles on delete cascade,
  lead_a uuid not null,
  lead_b uuid not null,
  primary key (company_id, lead_a, lead_b),
  constraint lead_pairs_apart_order check (lead_a < lead_b),
  foreign key (company_id, lead_a) references leads (company_id, id) on delete cascade,
  foreign key (company_id, lead_b) references leads (company_id, id) on delete cascade
);
create index lead_pairs_apart_b on lead_pairs_apart (company_id, lead_b);
`;

// a ticket is signed and lives in the browser; the row counts what it was used for
const tickets = `
create table widget_tickets (
  id uuid primary key,
  company_id uuid not null references company_profiles on delete cascade,
  leads integer not null check (leads between 1 and 5),
  expires_at timestamptz not null
);
create index widget_tickets_expiry on widget_tickets (expires_at);
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['leads', 'consents', 'timeline_events', 'lead_search', 'lead_merges', 'lead_pairs_apart',
    'widget_tickets'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
  end loop;
end $$;
grant select, insert, update, delete on leads, timeline_events, lead_search, lead_merges, lead_pairs_apart, widget_tickets
  to picket_app, picket_system;
grant select, insert on consents to picket_app, picket_system;
grant update (lead_id) on consents to picket_app;
`;

const live = `
-- tells every server process which leads changed, at commit; many rows at once are said as one
create function tell_live() returns trigger language plpgsql as $$
declare changed record;
begin
  for changed in
    select company_id, case when count(distinct lead_id) = 1 then min(lead_id::text) end as lead_id
    from changed_rows group by company_id
  loop
    perform pg_notify('picket_live', json_build_object('companyId', changed.company_id, 'leadId', changed.lead_id)::text);
  end loop;
  return null;
end $$;
create trigger timeline_live after insert on timeline_events referencing new table as changed_rows
  for each statement execute function tell_live();

create function tell_live_leads() returns trigger language plpgsql as $$
declare changed record;
begin
  for changed in
    select company_id, case when count(*) = 1 then min(id::text) end as lead_id from changed_rows group by company_id
  loop
    perform pg_notify('picket_live', json_build_object('companyId', changed.company_id, 'leadId', changed.lead_id)::text);
  end loop;
  return null;
end $$;
create trigger leads_live_insert after insert on leads referencing new table as changed_rows
  for each statement execute function tell_live_leads();
create trigger leads_live_update after update on leads referencing new table as changed_rows
  for each statement execute function tell_live_leads();
`;
