import { type Kysely, sql } from 'kysely';

/**
 * The tables of the first journey. The tenant is company_profiles.id, everywhere as company_id; row-level
 * security is forced on every tenant table, so that a query which forgot its company sees nothing.
 * Needs Postgres 18 (uuidv7).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [roles, people, company, leads, estimates, followUps, messaging, tenancy, live])
    await sql.raw(statement).execute(db);
}

const roles = `
create extension if not exists pg_trgm;

do $$
declare wanted text;
begin
  foreach wanted in array array['picket_app', 'picket_system'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to %I with inherit false, set true', wanted, current_user);
    execute format('grant usage on schema public to %I', wanted);
  end loop;
end $$;
`;

const people = `
create table users (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email) and email like '%_@_%'),
  name text not null check (length(name) between 1 and 200),
  avatar_url text,
  password_hash text,
  created_at timestamptz not null default now(),
  constraint users_email_unique unique (email)
);

-- id is the SHA-256 of the cookie's value: a copy of this table opens no session
create table sessions (
  id text primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table user_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('admin', 'contractor', 'customer')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
`;

const company = `
create table company_profiles (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  name text not null check (length(name) between 1 and 120),
  email text not null,
  phone text,
  address text,
  postal_address text,
  time_zone text not null default 'America/New_York',
  contractor_id text not null check (contractor_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  terms text not null,
  sms_from text check (sms_from ~ '^\\+1\\d{10}$'),
  sms_registration text not null default 'none' check (sms_registration in ('none', 'pending', 'approved', 'rejected')),
  stripe_account_id text,
  stripe_connected boolean not null default false,
  workflow_channel text not null default 'sms' check (workflow_channel in ('sms', 'email', 'both')),
  workflow_cadence integer[] not null default '{1,3,7}',
  workflow_messages text[] not null,
  send_time time not null default '10:00',
  widget_price_gating boolean not null default false,
  widget_material_selection boolean not null default false,
  widget_instant_quotes boolean not null default false,
  widget_primary_color text not null default '#3b82f6' check (widget_primary_color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now(),
  constraint company_profiles_user_unique unique (user_id),
  constraint company_profiles_contractor_unique unique (contractor_id),
  constraint company_profiles_sms_from_unique unique (sms_from),
  constraint company_profiles_workflow_steps check (
    cardinality(workflow_cadence) between 1 and 5 and cardinality(workflow_messages) = cardinality(workflow_cadence))
);

create table company_members (
  company_id uuid not null references company_profiles on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (company_id, user_id)
);
create index company_members_user on company_members (user_id);

-- a contractor id that was handed out keeps working after a rename
create table contractor_aliases (
  contractor_id text primary key,
  company_id uuid not null references company_profiles on delete cascade
);

create table subscribers (
  company_id uuid primary key references company_profiles on delete cascade,
  email text not null,
  subscribed boolean not null default false,
  subscription_tier text not null default 'starter'
    check (subscription_tier in ('pay_as_you_go', 'starter', 'pro', 'free')),
  subscription_end timestamptz,
  period_start timestamptz,
  stripe_customer_id text,
  stripe_subscription_id text,
  usage_count integer not null default 0 check (usage_count >= 0),
  constraint subscribers_email_unique unique (email)
);

create table pricing_settings (
  company_id uuid primary key references company_profiles on delete cascade,
  base_price_cents integer not null default 762 check (base_price_cents between 0 and 10000000),
  gate_price_cents integer not null default 30000 check (gate_price_cents between 0 and 100000000)
);

create table materials (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  name text not null check (length(name) between 1 and 80),
  premium_cents integer not null default 0 check (premium_cents between -10000000 and 10000000),
  description text not null default '',
  basic boolean not null default false,
  position integer not null default 0,
  deleted_at timestamptz,
  unique (company_id, id)
);
create unique index materials_name on materials (company_id, lower(name)) where deleted_at is null;
`;

const leads = `
create table leads (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  name text not null check (length(name) between 1 and 200),
  email text not null,
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
  unique (company_id, id),
  constraint leads_idempotency unique (company_id, idempotency_key),
  foreign key (company_id, material_id) references materials (company_id, id)
);
create index leads_newest on leads (company_id, created_at desc, id desc);
create index leads_phone on leads (company_id, phone) where phone is not null;
create index leads_search on leads using gin (search_text gin_trgm_ops);

-- one row per opt-in, never changed (C3)
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
  raise exception 'consents are append-only';
end $$;
create trigger consents_append_only before update on consents for each row execute function consents_are_append_only();

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

const estimates = `
-- an immutable version: prices, terms and company are copied in, only its life (status, views) changes
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
  deposit_cents bigint not null check (deposit_cents >= 0 and deposit_cents <= total_cents),
  notes text not null default '',
  terms text not null,
  company jsonb not null,
  customer jsonb not null,
  sent_at timestamptz not null,
  valid_until date not null,
  first_viewed_at timestamptz,
  last_viewed_at timestamptz,
  view_count integer not null default 0,
  unique (company_id, id),
  constraint estimates_number_unique unique (company_id, number),
  constraint estimates_version_unique unique (lead_id, version),
  constraint estimates_price_not_negative check (base_price_cents + premium_cents >= 0),
  foreign key (company_id, lead_id) references leads (company_id, id)
);

-- a private link: token_hash finds it, sealed_token (encrypted with APP_SECRET) lets it be sent again
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

-- every change of what a company may send; one quote at most for one lead
create table quota_ledger (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid,
  kind text not null check (kind in ('quote_used', 'credit_used', 'credit_bought', 'credit_refunded', 'granted')),
  delta integer not null,
  period_start timestamptz,
  reason text not null default '',
  at timestamptz not null,
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create unique index quota_once_per_lead on quota_ledger (company_id, lead_id) where kind in ('quote_used', 'credit_used');
create index quota_ledger_period on quota_ledger (company_id, at);
`;

const followUps = `
create table follow_up_schedules (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  status text not null check (status in ('draft', 'active', 'stopped', 'done')),
  channel text not null check (channel in ('sms', 'email', 'both')),
  activated_at timestamptz,
  stopped_at timestamptz,
  stop_reason text,
  created_at timestamptz not null,
  unique (company_id, id),
  constraint follow_up_schedules_lead_unique unique (lead_id),
  constraint follow_up_schedules_activation check (status = 'draft' or activated_at is not null),
  foreign key (company_id, lead_id) references leads (company_id, id)
);

-- Postgres is the calendar: due_at is the clock's time, claimed_until (a lease) is real time
create table follow_up_messages (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  schedule_id uuid not null,
  step integer not null check (step between 1 and 5),
  day integer not null check (day >= 1),
  channel text not null check (channel in ('sms', 'email')),
  body text not null,
  due_at timestamptz,
  status text not null check (status in
    ('draft', 'scheduled', 'sending', 'sent', 'delivered', 'failed', 'cancelled', 'skipped', 'unknown')),
  attempts integer not null default 0,
  claimed_until timestamptz,
  sending_at timestamptz,
  provider_id text,
  sent_at timestamptz,
  reason text,
  constraint follow_up_messages_step_unique unique (schedule_id, step, channel),
  constraint follow_up_messages_due check (status in ('draft', 'cancelled', 'skipped') or due_at is not null),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, schedule_id) references follow_up_schedules (company_id, id)
);
create index follow_up_messages_due on follow_up_messages (company_id, due_at) where status = 'scheduled';
create index follow_up_messages_sending on follow_up_messages (claimed_until) where status = 'sending';
create index follow_up_messages_lead on follow_up_messages (lead_id);
`;

const messaging = `
-- messages that leave because of a fact (an estimate sent, a lead received, an opt-out): written with the fact
create table outbox (
  id uuid primary key default uuidv7(),
  company_id uuid references company_profiles on delete cascade,
  lead_id uuid,
  kind text not null,
  channel text not null check (channel in ('sms', 'email')),
  to_address text not null,
  payload jsonb not null default '{}',
  dedupe_key text unique,
  due_at timestamptz not null,
  status text not null default 'scheduled' check (status in
    ('draft', 'scheduled', 'sending', 'sent', 'delivered', 'failed', 'cancelled', 'skipped', 'unknown')),
  attempts integer not null default 0,
  claimed_until timestamptz,
  sending_at timestamptz,
  provider_id text,
  sent_at timestamptz,
  reason text,
  created_at timestamptz not null
);
create index outbox_due on outbox (company_id, due_at) where status = 'scheduled';
create index outbox_sending on outbox (claimed_until) where status = 'sending';

-- the thread with a person: every text and mail, in and out, as it was sent
create table messages (
  id uuid primary key default uuidv7(),
  company_id uuid references company_profiles on delete cascade,
  lead_id uuid,
  direction text not null check (direction in ('in', 'out')),
  channel text not null check (channel in ('sms', 'email')),
  kind text not null,
  from_address text not null,
  to_address text not null,
  subject text,
  body text not null,
  status text not null check (status in
    ('sending', 'sent', 'delivered', 'failed', 'unknown', 'received')),
  provider_id text,
  error_code text,
  -- the row that caused it: follow_up_messages.id or outbox.id
  source_id uuid,
  automated boolean not null default true,
  at timestamptz not null
);
create unique index messages_inbound_once on messages (provider_id) where direction = 'in';
create index messages_provider on messages (provider_id) where provider_id is not null;
create index messages_source on messages (source_id) where source_id is not null;
create index messages_lead on messages (lead_id, at desc);
create index messages_recipient on messages (company_id, to_address, at) where direction = 'out';
create index messages_last_sender on messages (to_address, at desc) where direction = 'out' and channel = 'sms';

-- a suppression. company_id null: everyone who texts from the shared number \`sender\`
create table opt_outs (
  id uuid primary key default uuidv7(),
  company_id uuid references company_profiles on delete cascade,
  channel text not null check (channel in ('sms', 'email')),
  address text not null,
  sender text,
  source text not null check (source in ('reply', 'carrier', 'unsubscribe', 'bounce', 'complaint', 'contractor')),
  words text,
  created_at timestamptz not null,
  lifted_at timestamptz,
  check (company_id is not null or sender is not null)
);
create unique index opt_outs_live on opt_outs (company_id, channel, address, sender) nulls not distinct where lifted_at is null;
create index opt_outs_address on opt_outs (address, channel) where lifted_at is null;

`;

const tenancy = `
do $$
declare tenant text;
begin
  execute 'alter table company_profiles enable row level security';
  execute 'alter table company_profiles force row level security';
  execute 'create policy tenant on company_profiles to picket_app using (id = nullif(current_setting(''app.company_id'', true), '''')::uuid)';
  execute 'create policy crossing on company_profiles to picket_system using (true) with check (true)';
  foreach tenant in array array['company_members', 'contractor_aliases', 'subscribers', 'pricing_settings', 'materials', 'leads',
    'consents', 'timeline_events', 'estimates', 'estimate_links', 'quota_ledger', 'follow_up_schedules', 'follow_up_messages',
    'outbox', 'messages', 'opt_outs'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
  end loop;
end $$;
-- an opt-out from a shared number binds every company
create policy shared_sender on opt_outs for select to picket_app
  using (company_id is null and nullif(current_setting('app.company_id', true), '') is not null);

grant select, insert, update, delete on company_members, contractor_aliases, subscribers, pricing_settings, materials, leads,
  timeline_events, estimates, estimate_links, quota_ledger, follow_up_schedules, follow_up_messages, outbox, messages, opt_outs
  to picket_app, picket_system;
grant select, update on company_profiles to picket_app;
grant select, insert, update, delete on company_profiles to picket_system;
grant select, insert on consents to picket_app, picket_system;
grant select, insert, update, delete on users, sessions, user_roles to picket_system;
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
