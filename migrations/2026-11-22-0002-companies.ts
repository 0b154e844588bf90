import { type Kysely, sql } from 'kysely';

/**
 * Companies and their settings. The tenant is company_profiles.id, everywhere as company_id; row-level security is
 * forced on every tenant table, so that a query which forgot its company sees nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [company, logos, prices, codes, tenancy, confirmed, live])
    await sql.raw(statement).execute(db);
}

// send_from and send_until, C15: 10:00 to 20:00 at the homeowner's place is the widest; on Sundays and by state it is
// narrower still
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
  -- C21: rejected(reason)
  sms_rejection_reason text,
  logo_hash text,
  -- when a page of somebody else's first asked for the widget
  widget_seen_at timestamptz,
  -- done, or hidden by the contractor: it does not come back
  checklist_closed_at timestamptz,
  deposit_kind text not null default 'percent' check (deposit_kind in ('percent', 'amount')),
  deposit_percent integer not null default 50 check (deposit_percent between 0 and 100),
  deposit_amount_cents bigint check (deposit_amount_cents between 0 and 100000000),
  offer_full_payment boolean not null default true,
  -- the contractor's own phone, told of acceptances and payments; null: by email only
  notify_phone text check (notify_phone ~ '^\\+1\\d{10}$'),
  send_from time not null default '10:00',
  send_until time not null default '20:00',
  -- carriers refuse the company's texts (T9, 30034): nothing goes out until an admin has seen to the registration
  sms_paused_at timestamptz,
  sms_pause_code text,
  email_confirmed_at timestamptz,
  pending_email text,
  -- a notice phone that nobody has proven yet
  pending_notify_phone text check (pending_notify_phone ~ '^\\+1\\d{10}$'),
  constraint company_profiles_user_unique unique (user_id),
  constraint company_profiles_contractor_unique unique (contractor_id),
  constraint company_profiles_sms_from_unique unique (sms_from),
  constraint company_profiles_workflow_steps check (
    cardinality(workflow_cadence) between 1 and 5 and cardinality(workflow_messages) = cardinality(workflow_cadence)),
  constraint company_profiles_rejection check (sms_rejection_reason is null or sms_registration = 'rejected'),
  constraint company_profiles_deposit check (deposit_kind = 'percent' or deposit_amount_cents is not null),
  constraint company_profiles_send_hours check (
    send_from >= '10:00' and send_until <= '20:00' and send_until - send_from >= interval '1 hour'),
  constraint company_profiles_sms_pause check ((sms_paused_at is null) = (sms_pause_code is null))
);
create index company_profiles_newest on company_profiles (created_at desc, id desc);
create unique index company_profiles_account on company_profiles (stripe_account_id) where stripe_account_id is not null;
create index company_profiles_sms_paused on company_profiles (id) where sms_paused_at is not null;

create table company_members (
  company_id uuid not null references company_profiles on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (company_id, user_id)
);
create index company_members_user on company_members (user_id);
create trigger company_members_changed after insert or update or delete on company_members for each row
  execute function tell_rights_changed();

-- a contractor id that was handed out keeps working after a rename
create table contractor_aliases (
  contractor_id text primary key,
  company_id uuid not null references company_profiles on delete cascade
);
`;

// pictures drawn by us, named by their content. Never deleted: mails and estimates that went out show them
const logos = `
create table company_logos (
  company_id uuid not null references company_profiles on delete cascade,
  -- SHA-256 of content
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- a PNG
  content bytea not null check (octet_length(content) between 1 and 1048576),
  width integer not null check (width between 1 and 600),
  height integer not null check (height between 1 and 300),
  created_at timestamptz not null,
  primary key (company_id, hash)
);
create index company_logos_hash on company_logos (hash);
alter table company_profiles
  add constraint company_profiles_logo foreign key (id, logo_hash) references company_logos (company_id, hash);
`;

const prices = `
create table pricing_settings (
  company_id uuid primary key references company_profiles on delete cascade,
  base_price_cents integer not null default 762 check (base_price_cents between 0 and 10000000),
  gate_price_cents integer not null default 30000 check (gate_price_cents between 0 and 100000000),
  -- null: still the prices that every company starts with
  confirmed_at timestamptz
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

const codes = `
-- codes that prove an address or a phone of the company's own
create table company_codes (
  company_id uuid not null references company_profiles on delete cascade,
  what text not null check (what in ('email', 'notifyPhone')),
  target text not null,
  code_hash text not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  primary key (company_id, what)
);
`;

const tenancy = `
alter table company_profiles enable row level security;
alter table company_profiles force row level security;
create policy tenant on company_profiles to picket_app
  using (id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on company_profiles to picket_system using (true) with check (true);
do $$
declare tenant text;
begin
  foreach tenant in array array['company_members', 'contractor_aliases', 'company_logos', 'pricing_settings', 'materials',
    'company_codes'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
  end loop;
end $$;
grant select, update on company_profiles to picket_app;
grant select, insert, update, delete on company_profiles to picket_system;
grant select, insert, update, delete on company_members, contractor_aliases, pricing_settings, materials, company_codes
  to picket_app, picket_system;
grant select, insert on company_logos to picket_app, picket_system;
`;

// the owner's confirmed address counts for the company's: whichever way either of them came to be, a company whose
// address is its owner's confirmed one is confirmed. What is confirmed stays so when the owner's address changes
const confirmed = `
create function confirm_company_of_owner() returns trigger language plpgsql as $$
begin
  update company_profiles set email_confirmed_at = new.email_verified_at
    where user_id = new.id and lower(email) = new.email and email_confirmed_at is null;
  return null;
end $$;
create trigger users_confirm_company after update of email, email_verified_at on users for each row
  when (new.email_verified_at is not null
    and (old.email_verified_at is null or old.email is distinct from new.email))
  execute function confirm_company_of_owner();

create function confirm_new_company() returns trigger language plpgsql as $$
begin
  new.email_confirmed_at := (select email_verified_at from users where id = new.user_id and email = lower(new.email));
  return new;
end $$;
create trigger company_profiles_confirm before insert on company_profiles for each row
  when (new.email_confirmed_at is null) execute function confirm_new_company();

-- tenants see no users; whether their own company's owner has confirmed is all that they may ask
create function owner_confirmed_at(owner uuid) returns timestamptz language sql stable security definer
  set search_path = public as $$ select email_verified_at from users where id = owner $$;
revoke execute on function owner_confirmed_at from public;
grant execute on function owner_confirmed_at to picket_app, picket_system;
`;

// open dashboards hear of changed settings, of their plan, their credits and their account, as they hear of leads
const live = `
create function tell_live_settings() returns trigger language plpgsql as $$
declare changed jsonb := to_jsonb(new);
begin
  perform pg_notify('picket_live', json_build_object(
    'companyId', coalesce(changed->>'company_id', changed->>'id'), 'settings', true)::text);
  return null;
end $$;
create trigger company_profiles_live after update on company_profiles for each row
  when (old is distinct from new) execute function tell_live_settings();
create trigger pricing_settings_live after update on pricing_settings for each row
  when (old is distinct from new) execute function tell_live_settings();
create trigger materials_live_insert after insert on materials for each row
  execute function tell_live_settings();
create trigger materials_live_update after update on materials for each row
  when (old is distinct from new) execute function tell_live_settings();

create function tell_live_company() returns trigger language plpgsql as $$
declare changed jsonb := to_jsonb(new);
begin
  perform pg_notify('picket_live',
    json_build_object('companyId', coalesce(changed->>'company_id', changed->>'id'), 'leadId', null)::text);
  return null;
end $$;
create trigger account_live after update on company_profiles for each row
  when (old.stripe_connected is distinct from new.stripe_connected) execute function tell_live_company();
`;
