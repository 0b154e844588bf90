-- The database as it was first released, ordered by subject. `schema.sql` is what this file and later migrations come
-- to, as Postgres prints it. Needs Postgres 18 (uuidv7).

-- ——— extensions and roles

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists btree_gist;

-- The owner of the tables takes on one of these roles for each transaction, and has the rights of none by itself:
-- `picket_app` for work of one company, `picket_system` for work across companies. Roles belong to the cluster, so
-- another database may have made them.
do $$
declare wanted text;
begin
  foreach wanted in array array['picket_app', 'picket_system', 'picket_sales'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to %I with inherit false, set true', wanted, current_user);
  end loop;
end $$;
grant usage on schema public to picket_app, picket_system;
-- A member with the role sales reads and writes as `picket_sales`. Restrictive policies limit it to the member's own
-- and unassigned leads, and to rows that belong to those leads. It is a separate role, so the policies don't slow down
-- other members' queries. Consents and opt-outs belong to a phone or an email address, and the ledger belongs to the
-- plan, so every member can access them.
grant picket_app to picket_sales with inherit true, set false;

-- ——— who sees which rows (these procedures exist only while this file runs)

-- rows of one company, in its column company_id
create procedure pg_temp.of_company(name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I to picket_app
    using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', name);
  execute format('create policy crossing on %I to picket_system using (true) with check (true)', name);
end $$;

-- also rows without a company, for work that has none
create procedure pg_temp.of_nobody(name text) language plpgsql as $$
begin
  execute format('create policy nobody on %I to picket_app using (company_id is null
    and current_setting(''app.company_id'', true) = ''00000000-0000-0000-0000-000000000000'')', name);
end $$;

-- salespeople see the rows whose lead (or other parent) they see
create procedure pg_temp.of_lead(name text, key text default 'lead_id', parent text default 'leads') language plpgsql as $$
begin
  execute format('create policy own_leads on %1$I as restrictive to picket_sales
    using (exists (select from %3$I where %3$I.id = %1$I.%2$I))', name, key, parent);
end $$;


-- ——— people

create table users (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email) and email like '%_@_%'),
  name text not null check (length(name) between 1 and 200),
  avatar_url text,
  password_hash text,
  created_at timestamptz not null default now(),
  email_verified_at timestamptz,
  google_sub text constraint users_google_unique unique,
  totp_sealed text,
  totp_pending_sealed text,
  totp_last_step bigint,
  -- counts up where every device cookie of the account ends: a new password
  device_epoch integer not null default 0,
  active_company_id uuid,
  constraint users_email_unique unique (email)
);
create index users_newest on users (created_at desc, id desc);
create index users_unconfirmed on users (created_at) where email_verified_at is null;
create index users_active_company on users (active_company_id) where active_company_id is not null;

-- id is the SHA-256 of the cookie's value: a copy of this table opens no session.
-- public_id names a session to its owner and opens nothing
create table sessions (
  id text primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  public_id uuid not null default gen_random_uuid() constraint sessions_public_unique unique,
  user_agent text not null default '',
  last_seen_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);

create table user_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('admin', 'contractor', 'customer')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

create table user_avatars (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null constraint user_avatars_user_unique unique references users on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  content bytea not null check (length(content) <= 204800)
);

-- one live code of each purpose a user: a new one replaces the old. Times are real, not the business clock's
create table auth_codes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'sign-in', 'reset', 'email-change', 'totp')),
  code_hash text,
  code_expires_at timestamptz,
  token_hash text unique,
  token_expires_at timestamptz,
  attempts integer not null default 0,
  -- the new address of an 'email-change'
  target text check (target = lower(target)),
  -- hash of what the browser holds that began a sign-up
  browser_hash text,
  created_at timestamptz not null default now(),
  constraint auth_codes_purpose_unique unique (user_id, purpose),
  constraint auth_codes_target check ((purpose = 'email-change') = (target is not null))
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- tries counted per address and account; the shape is rate-limiter-flexible's, key a hash, expire ms of real time
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- tells every server process, at commit, which sessions ended and whose rights changed (streams.ts)
create function tell_sessions_ended() returns trigger language plpgsql as $$
declare ended record;
begin
  for ended in select public_id from ended_rows loop
    perform pg_notify('picket_sessions', json_build_object('sessionId', ended.public_id)::text);
  end loop;
  return null;
end $$;
create trigger sessions_ended after delete on sessions referencing old table as ended_rows
  for each statement execute function tell_sessions_ended();

create function tell_rights_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('picket_sessions', json_build_object('userId', coalesce(new.user_id, old.user_id))::text);
  return null;
end $$;
create trigger user_roles_changed after insert or update or delete on user_roles for each row
  execute function tell_rights_changed();

grant select, insert, update, delete on users, sessions, user_roles, user_avatars, auth_codes, recovery_codes,
  rate_limits to picket_system;

-- ——— companies and their members

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

-- send_from and send_until, C15: 10:00 to 20:00 at the homeowner's place is the widest; on Sundays and by state it is
-- narrower still
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
  sms_from text check (sms_from ~ '^\+1\d{10}$'),
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
  notify_phone text check (notify_phone ~ '^\+1\d{10}$'),
  send_from time not null default '10:00',
  send_until time not null default '20:00',
  -- carriers refuse the company's texts (T9, 30034): nothing goes out until an admin has seen to the registration
  sms_paused_at timestamptz,
  sms_pause_code text,
  email_confirmed_at timestamptz,
  pending_email text,
  -- a notice phone that nobody has proven yet
  pending_notify_phone text check (pending_notify_phone ~ '^\+1\d{10}$'),
  assign_in_turn boolean not null default false,
  widget_paused boolean not null default false,
  widget_paused_text text not null default '',
  widget_allowed_domains text[] not null default '{}',
  service_zips text[] not null default '{}',
  hours text not null default '',
  weekly_report boolean not null default true,
  weekly_report_week date not null default (date_trunc('week', now())::date - 7),
  terms_es text,
  workflow_messages_es text[],
  workflow_offers jsonb not null default '[]',
  offer_decided_at timestamptz,
  widget_price_chosen_at timestamptz,
  default_plan jsonb check (jsonb_typeof(default_plan) = 'array' and jsonb_array_length(default_plan) > 0),
  deletion_requested_at timestamptz,
  deletes_at timestamptz,
  deleted_at timestamptz,
  -- the worker that deletes it now
  deletion_claimed_until timestamptz,
  constraint company_profiles_contractor_unique unique (contractor_id),
  constraint company_profiles_sms_from_unique unique (sms_from),
  constraint company_profiles_workflow_steps check (
    cardinality(workflow_cadence) between 1 and 5 and cardinality(workflow_messages) = cardinality(workflow_cadence)),
  constraint company_profiles_rejection check (sms_rejection_reason is null or sms_registration = 'rejected'),
  constraint company_profiles_deposit check (deposit_kind = 'percent' or deposit_amount_cents is not null),
  constraint company_profiles_send_hours check (
    send_from >= '10:00' and send_until <= '20:00' and send_until - send_from >= interval '1 hour'),
  constraint company_profiles_sms_pause check ((sms_paused_at is null) = (sms_pause_code is null)),
  constraint company_profiles_paused_text_length check (char_length(widget_paused_text) <= 300),
  constraint company_profiles_domains_count check (cardinality(widget_allowed_domains) <= 20),
  constraint company_profiles_service_zips_count check (cardinality(service_zips) <= 500),
  constraint company_profiles_hours_length check (char_length(hours) <= 300),
  constraint company_profiles_weekly_report_week check (extract(isodow from weekly_report_week) = 1),
  constraint company_profiles_terms_es_length check (char_length(terms_es) <= 20000),
  constraint company_profiles_workflow_messages_es_count
    check (cardinality(workflow_messages_es) = cardinality(workflow_cadence)),
  constraint company_profiles_workflow_offers
    check (are_offers(workflow_offers) and jsonb_array_length(workflow_offers) <= cardinality(workflow_messages)),
  constraint company_profiles_deletion check ((deletion_requested_at is null) = (deletes_at is null)
    and (deleted_at is null or deletes_at is not null))
);
create index company_profiles_newest on company_profiles (created_at desc, id desc);
create unique index company_profiles_account on company_profiles (stripe_account_id) where stripe_account_id is not null;
create index company_profiles_sms_paused on company_profiles (id) where sms_paused_at is not null;
create index company_profiles_user on company_profiles (user_id);
create index company_profiles_deletes on company_profiles (deletes_at) where deletes_at is not null and deleted_at is null;
alter table users add foreign key (active_company_id) references company_profiles on delete set null;
alter table company_profiles enable row level security;
alter table company_profiles force row level security;
create policy crossing on company_profiles to picket_system using (true) with check (true);
create policy tenant on company_profiles to picket_app
  using (id = nullif(current_setting('app.company_id', true), '')::uuid);

-- pictures drawn by us, named by their content. Never deleted: mails and estimates that went out show them
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
alter table company_profiles add constraint company_profiles_logo foreign key (id, logo_hash)
  references company_logos (company_id, hash);
call pg_temp.of_company('company_logos');

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
call pg_temp.of_company('company_codes');

-- a contractor id that was handed out keeps working after a rename
create table contractor_aliases (
  contractor_id text primary key,
  company_id uuid not null references company_profiles on delete cascade
);
call pg_temp.of_company('contractor_aliases');

create table company_members (
  company_id uuid not null references company_profiles on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null,
  joined_at timestamptz not null default now(),
  -- whose turn it is to get the next lead: the lowest; only while the company assigns in turn
  turn bigint not null default 0,
  primary key (company_id, user_id),
  constraint company_members_role check (role in ('owner', 'manager', 'sales', 'viewer'))
);
create index company_members_user on company_members (user_id);
call pg_temp.of_company('company_members');
-- what a stream depends on: membership, role and the company it shows; a turn is none of these
create trigger company_members_changed after insert or delete or update of role on company_members for each row
  execute function tell_rights_changed();

-- Only the email contains the token itself. Times are from the business clock.
create table invitations (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  email text not null check (email = lower(email) and email like '%_@_%'),
  role text not null check (role in ('owner', 'manager', 'sales', 'viewer')),
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$') constraint invitations_token_unique unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_one_end check (accepted_at is null or revoked_at is null)
);
create unique index invitations_open on invitations (company_id, email) where accepted_at is null and revoked_at is null;
call pg_temp.of_company('invitations');

-- tenants see no users; whether their own company's owner has confirmed is all that they may ask
create function owner_confirmed_at(owner uuid) returns timestamptz language sql stable security definer
  set search_path = public as $$ select email_verified_at from users where id = owner $$;
revoke execute on function owner_confirmed_at from public;
grant execute on function owner_confirmed_at to picket_app, picket_system;

-- The tenant role can't read users. This function returns only the names of the current company's members.
create function member_name(member uuid) returns text language sql stable strict security definer
  set search_path = public as $$
  select users.name from company_members join users on users.id = company_members.user_id
  where company_members.company_id = nullif(current_setting('app.company_id', true), '')::uuid
    and company_members.user_id = member
$$;
revoke execute on function member_name from public;
grant execute on function member_name to picket_app, picket_system;

-- Like member_name, it returns data of the current company's members only. Unconfirmed email addresses are excluded.
create function member_contact(member uuid) returns table (email text, name text, role text)
  language sql stable strict security definer set search_path = public as $$
  select users.email, users.name, company_members.role
  from company_members join users on users.id = company_members.user_id
  where company_members.company_id = nullif(current_setting('app.company_id', true), '')::uuid
    and company_members.user_id = member and users.email_verified_at is not null
$$;
revoke execute on function member_contact from public;
grant execute on function member_contact to picket_app, picket_system;

-- the owner's confirmed address counts for the company's: whichever way either of them came to be, a company whose
-- address is its owner's confirmed one is confirmed. What is confirmed stays so when the owner's address changes
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

-- a member who joins later doesn't get every lead until they have caught up
create function begin_at_lowest_turn() returns trigger language plpgsql as $$
begin
  new.turn := coalesce((select min(turn) from company_members where company_id = new.company_id
    and user_id <> new.user_id and role = new.role), 0);
  return new;
end $$;
create trigger company_members_join before insert on company_members for each row
  execute function begin_at_lowest_turn();
create trigger company_members_turn_of_role before update of role on company_members for each row
  when (old.role <> new.role) execute function begin_at_lowest_turn();

-- Prefers an owner with a confirmed email address, because without one the company can't send anything. Also updates
-- the copy of the address in `subscribers` if no other subscriber uses the new address. Otherwise the former owner
-- couldn't buy a plan of their own.
create function keep_an_owner() returns trigger language plpgsql as $$
declare heir record;
begin
  -- a company that is deleted has no members
  if coalesce(current_setting('app.deleting', true), '') = 'on' then return null; end if;
  perform from company_profiles where id = old.company_id for no key update;
  if not found then return null; end if;
  select users.id, users.email into heir from company_members m join users on users.id = m.user_id
    where m.company_id = old.company_id and m.role = 'owner'
    order by users.email_verified_at is null, m.joined_at, users.id limit 1;
  if heir.id is null then
    raise exception 'a company needs an owner' using errcode = 'check_violation', constraint = 'company_members_owner';
  end if;
  update company_profiles set user_id = heir.id where id = old.company_id and user_id = old.user_id;
  if found then
    update subscribers set email = (select heir.email where not exists (
        select from subscribers other where other.email = heir.email and other.company_id <> old.company_id))
      where company_id = old.company_id;
  end if;
  return null;
end $$;
create trigger company_members_owner_left after delete on company_members for each row
  when (old.role = 'owner') execute function keep_an_owner();
create trigger company_members_owner_demoted after update of role on company_members for each row
  when (old.role = 'owner' and new.role <> 'owner') execute function keep_an_owner();

create function tell_active_company() returns trigger language plpgsql as $$
begin
  perform pg_notify('picket_sessions', json_build_object('userId', new.id)::text);
  return null;
end $$;
create trigger users_active_company_changed after update of active_company_id on users for each row
  when (old.active_company_id is distinct from new.active_company_id) execute function tell_active_company();

-- open dashboards hear of changed settings, of their plan, their credits and their account, as they hear of leads
create function tell_live_settings() returns trigger language plpgsql as $$
declare changed jsonb := to_jsonb(new);
begin
  perform pg_notify('picket_live', json_build_object(
    'companyId', coalesce(changed->>'company_id', changed->>'id'), 'settings', true)::text);
  return null;
end $$;
create trigger company_profiles_live after update on company_profiles for each row
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

grant select, insert, update, delete on company_codes, contractor_aliases, company_members, invitations to picket_app,
  picket_system;
grant select, insert on company_logos to picket_app;
grant select, update on company_profiles to picket_app;
grant select, insert, delete on company_logos to picket_system;
grant select, insert, update, delete on company_profiles to picket_system;

-- ——— prices

create table pricing_settings (
  company_id uuid primary key references company_profiles on delete cascade,
  base_price_cents integer not null default 762 check (base_price_cents between 0 and 10000000),
  gate_price_cents integer not null default 30000 check (gate_price_cents between 0 and 100000000),
  -- null: still the prices that every company starts with
  confirmed_at timestamptz,
  book jsonb,
  book_version integer not null default 1,
  constraint pricing_settings_book check (book is null or jsonb_typeof(book) = 'object'),
  constraint pricing_settings_book_version check (book_version > 0)
);
call pg_temp.of_company('pricing_settings');
create trigger pricing_settings_live after update on pricing_settings for each row
  when (old is distinct from new) execute function tell_live_settings();

create table materials (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  name text not null check (length(name) between 1 and 80),
  premium_cents integer not null default 0 check (premium_cents between -10000000 and 10000000),
  description text not null default '',
  basic boolean not null default false,
  position integer not null default 0,
  deleted_at timestamptz,
  system text,
  unique (company_id, id),
  constraint materials_system_check check (system in ('wood_privacy', 'wood_board_on_board', 'wood_shadowbox',
    'wood_picket', 'vinyl_panel_8', 'vinyl_panel_6', 'aluminum_6', 'split_rail_8', 'chain_link'))
);
create unique index materials_name on materials (company_id, lower(name)) where deleted_at is null;
call pg_temp.of_company('materials');
create trigger materials_live_insert after insert on materials for each row
  execute function tell_live_settings();
create trigger materials_live_update after update on materials for each row
  when (old is distinct from new) execute function tell_live_settings();

create function at_most_two_basic_materials() returns trigger language plpgsql as $$
begin
  perform from pricing_settings where company_id = new.company_id for update;
  if (select count(*) > 2 from materials where company_id = new.company_id and basic and deleted_at is null) then
    raise check_violation using message = 'a company has at most two basic materials', constraint = 'materials_basic';
  end if;
  return null;
end $$;
create trigger materials_basic after insert or update of basic, deleted_at, company_id on materials
  for each row when (new.basic and new.deleted_at is null) execute function at_most_two_basic_materials();

-- A company's prices change seldom, so its versions share their lists.
create table price_lists (
  company_id uuid not null references company_profiles on delete cascade,
  -- the SHA-256 of the list in canonical form
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- the base price, the gate price, the materials and the price book
  prices jsonb not null check (jsonb_typeof(prices) = 'object'),
  primary key (company_id, hash)
);
call pg_temp.of_company('price_lists');

-- changes: for each system, the fields that differ from the defaults
create table take_off_rules (
  company_id uuid primary key references company_profiles on delete cascade,
  version integer not null default 1 check (version > 0),
  default_bag_lb smallint not null check (default_bag_lb in (50, 60, 80)),
  changes jsonb not null check (jsonb_typeof(changes) = 'object')
);
call pg_temp.of_company('take_off_rules');

-- items: cents by the key of an item in a list of materials. labor: minutes per foot, post, section, gate or leaf.
-- Requests from sales members run as picket_sales, so they can't read costs even by mistake
create table company_costs (
  company_id uuid primary key references company_profiles on delete cascade,
  version integer not null default 1 check (version > 0),
  hourly_cents integer not null check (hourly_cents between 0 and 10000000),
  items jsonb not null check (jsonb_typeof(items) = 'object'),
  labor jsonb not null check (jsonb_typeof(labor) = 'array'),
  target_margin_bps integer check (target_margin_bps between 0 and 9999)
);
call pg_temp.of_company('company_costs');
create policy no_costs on company_costs as restrictive for all to picket_sales using (false);

-- what a discount takes off a price: half up to the cent, and never more than the price
create function discount_cents(price bigint, percent numeric, amount bigint) returns bigint language sql immutable as $$
  select case when amount is null then floor((price * percent * 100 + 5000) / 10000)::bigint else least(amount, price) end
$$;

-- the tax on the taxable part of a sum less its share of the discount, half up to the cent
create function tax_cents(taxable bigint, subtotal bigint, discount bigint, bps integer)
returns bigint language sql immutable as $$
  select case when subtotal > 0 and bps > 0
    then div(2 * taxable::numeric * (subtotal - discount) * bps + subtotal::numeric * 10000, subtotal::numeric * 20000)::bigint
    else 0 end
$$;

grant select, insert, update, delete on pricing_settings, materials, take_off_rules, company_costs to picket_app,
  picket_system;
grant select, insert on price_lists to picket_app;
grant select, insert, delete on price_lists to picket_system;

-- ——— leads

-- as searchFold in shared/primitives/search-fold.ts
create function search_fold(said text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(translate(lower(translate(regexp_replace(
    replace(normalize(translate(said, '''’‘ʼʻ´′＇' || chr(96), ''), nfkd), '''', ''),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'),
    'ŁØĐÐĦŦÆŒÞ', 'łøđðħŧæœþ')), 'łøđðħŧıς‐‑‒–—―−', 'loddhtiσ-------'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

-- the email addresses in notes, and the digits of the phone numbers
create function contacts_in(notes text) returns text language sql immutable strict parallel safe as $$
  select case when notes like '%@%' then coalesce((select ' ' || string_agg(found[1], ' ')
      from regexp_matches(notes, '([^\s<>,;:"]+@[^\s<>,;:"]+)', 'g') found), '') else '' end
    || case when notes ~ '\d{4}' then coalesce((select ' ' || string_agg(regexp_replace(found[1], '\D', '', 'g'), ' ')
      from regexp_matches(notes, '(\(?[2-9]\d\d\)?[\s./-]{0,3}[2-9]\d\d[\s.-]{0,3}\d{4})', 'g') found), '') else '' end
$$;

-- lower() is not leakproof: under row-level security no index on it narrows a page, while one on a column (name_key)
-- does. The room in the pages is for what delivery writes again and again, so that those writes touch no index (HOT)
create table leads (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  name text not null check (length(name) between 1 and 200),
  email text check (email = lower(email)),
  phone text check (phone ~ '^\+1\d{10}$'),
  address text,
  zip text check (zip ~ '^\d{5}$'),
  perimeter_ft numeric(8, 2) check (perimeter_ft > 0 and perimeter_ft <= 100000),
  gate_count integer not null default 0 check (gate_count between 0 and 100),
  material_id uuid,
  material_type text,
  quote_cents bigint check (quote_cents >= 0),
  notes text not null default '',
  source text not null default 'widget',
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
  search_text text not null generated always as (search_fold(name || coalesce(' ' || email, '') || ' '
    || coalesce(phone, '') || ' ' || coalesce(address, '') || contacts_in(notes) || ' ' || found_by)) stored,
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
  assigned_to uuid,
  attribution jsonb,
  measured jsonb,
  language text,
  found_by text not null default '',
  erased_at timestamptz,
  unique (company_id, id),
  constraint leads_idempotency unique (company_id, idempotency_key),
  constraint leads_awaits_since check ((awaits_answer is null) = (awaits_since is null)),
  constraint leads_spam_is_held check (spam_at is null or held_at is not null),
  constraint leads_held_for_a_reason check ((held_at is null) = (held_for = '{}')),
  foreign key (company_id, material_id) references materials (company_id, id),
  constraint leads_email_not_empty check (email <> ''),
  constraint leads_assigned_to foreign key (company_id, assigned_to)
    references company_members (company_id, user_id) on delete set null (assigned_to),
  constraint leads_source_check check (source = btrim(source) and length(source) between 1 and 60),
  constraint leads_language_check check (language in ('en', 'es')),
  constraint leads_measured_check check (
    jsonb_typeof(measured) = 'object'
    and jsonb_typeof(measured -> 'runs') = 'array' and jsonb_array_length(measured -> 'runs') <= 40
    and jsonb_typeof(measured -> 'gates') = 'array' and jsonb_array_length(measured -> 'gates') <= 100
    and (measured -> 'removalFeet' is null or (jsonb_typeof(measured -> 'removalFeet') = 'number'
      and (measured ->> 'removalFeet')::numeric > 0))
    and (measured -> 'drawing' = 'null'::jsonb or measured -> 'drawing' ->> 'type' = 'FeatureCollection')
    and octet_length(measured::text) <= 65536),
  constraint leads_can_be_reached
    check (erased_at is not null or coalesce(email, phone) is not null),
  constraint leads_erased check (erased_at is null or
    (email is null and phone is null and address is null and homeowner_email is null and measured is null and notes = ''))
) with (fillfactor = 60);
-- what is archived is old: left in one index, it would lie between the first page and whoever sorts by oldest. Held
-- leads are in no list but Review, and a flood of them must not slow the others: each list's index holds only the leads
-- that the list may show. A lead that was marked lost is in no step of the work
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
create index leads_held on leads (held_at) where held_at is not null;
create index leads_assigned on leads (company_id, assigned_to, created_at desc, id desc) where assigned_to is not null;
create index leads_only_phone on leads (company_id, created_at)
  where email is null and status = 'new' and archived_at is null and held_at is null and outcome is null;
create index leads_erased on leads (id) where erased_at is not null;
call pg_temp.of_company('leads');
create policy own_leads on leads as restrictive to picket_sales
  using (assigned_to is null or assigned_to = nullif(current_setting('app.user_id', true), '')::uuid);

-- another address is another person until somebody counts it; a lead that begins as counted (the widget's, whose first
-- answer is on its way) begins with every way counted
create function count_recipient() returns trigger language plpgsql as $$
begin
  new.uncounted_ways := '{}';
  return new;
end $$;
create trigger leads_count_new before insert on leads for each row
  when (new.counted_as_recipient_at is not null) execute function count_recipient();

create function forget_recipient() returns trigger language plpgsql as $$
begin
  if new.counted_as_recipient_at is not distinct from old.counted_as_recipient_at then
    new.counted_as_recipient_at := null;
    if new.email is not null and lower(old.email) is distinct from lower(new.email) then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'email'), 'email');
    end if;
    if old.phone is distinct from new.phone then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'sms'), 'sms');
    end if;
  end if;
  return new;
end $$;
create trigger leads_new_address before update of email, phone on leads for each row
  when ((new.email is not null and lower(old.email) is distinct from lower(new.email))
    or (new.phone is not null and old.phone is distinct from new.phone))
  execute function forget_recipient();

-- The member with the fewest turns is next. An advisory lock serializes leads that arrive at the same time. A held lead
-- is assigned when it is accepted.
create function assign_in_turn() returns trigger language plpgsql as $$
declare next uuid;
begin
  if not exists (select from company_profiles where id = new.company_id and assign_in_turn) then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('turn ' || new.company_id, 0));
  select user_id into next from company_members
    where company_id = new.company_id and role = (
      case when exists (select from company_members where company_id = new.company_id and role = 'sales')
        then 'sales' else 'owner' end)
    order by turn, joined_at, user_id limit 1;
  update company_members set turn = turn + 1 where company_id = new.company_id and user_id = next;
  new.assigned_to := next;
  return new;
end $$;
create trigger leads_in_turn_new before insert on leads for each row
  when (current_user <> 'picket_sales' and new.assigned_to is null and new.held_at is null)
  execute function assign_in_turn();
create trigger leads_in_turn_accepted before update of held_at on leads for each row
  when (current_user <> 'picket_sales' and new.assigned_to is null and new.held_at is null and old.held_at is not null)
  execute function assign_in_turn();

-- Opening a conversation only marks it as read, so it doesn't assign the lead.
create function take_lead() returns trigger language plpgsql as $$
declare me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  if tg_op = 'INSERT' then
    new.assigned_to := coalesce(new.assigned_to, me);
  elsif old.assigned_to is null and new.assigned_to is null
    and to_jsonb(new) - '{unread_count,reply_told_at}'::text[] <> to_jsonb(old) - '{unread_count,reply_told_at}'::text[] then
    new.assigned_to := me;
  end if;
  return new;
end $$;
create trigger leads_taken before insert or update on leads for each row
  when (current_user = 'picket_sales') execute function take_lead();

create function erased_leads_stay_erased() returns trigger language plpgsql as $$
begin
  if new.erased_at is distinct from old.erased_at or new.name <> old.name then
    raise exception 'an erased lead stays erased';
  end if;
  return new;
end $$;
create trigger leads_erased_stay before update on leads for each row when (old.erased_at is not null)
  execute function erased_leads_stay_erased();

-- what leads are searched by has rows of its own: a lead's status changes without its trigrams. Whoever changes one of
-- these columns, and nobody who changes another, pays for them. Two indexes: with the company in it, a word that all
-- companies use costs one company no more than its own leads; where one company owns much of the table, its id narrows
-- nothing, and reading the id's list of rows takes longer than all words together. The planner knows each company's
-- share and chooses
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
call pg_temp.of_company('lead_search');
call pg_temp.of_lead('lead_search');

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
create trigger leads_search_update after update of name, email, phone, address, notes, found_by, created_at on leads
  for each row when (old.search_text is distinct from new.search_text or old.created_at is distinct from new.created_at)
  execute function change_lead_search();

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
call pg_temp.of_company('lead_merges');
call pg_temp.of_lead('lead_merges', 'kept_lead_id');

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
call pg_temp.of_company('lead_pairs_apart');

-- one row per opt-in, never changed (C3). Only while leads are merged (set in that transaction alone) may it come to
-- belong to the lead that is kept
create table consents (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  channel text not null default 'sms' check (channel = 'sms'),
  phone text not null check (phone ~ '^\+1\d{10}$'),
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
call pg_temp.of_company('consents');

create function consents_are_append_only() returns trigger language plpgsql as $$
begin
  if current_setting('app.merging', true) = 'on' and to_jsonb(new) - 'lead_id' = to_jsonb(old) - 'lead_id' then
    return new;
  end if;
  raise exception 'consents are append-only';
end $$;
create trigger consents_append_only before update on consents for each row execute function consents_are_append_only();

create function consents_are_forgotten_only_when_due() returns trigger language plpgsql as $$
begin
  if current_setting('app.forgetting', true) is distinct from 'on' then
    raise exception 'consents are append-only';
  end if;
  return old;
end $$;
create trigger consents_stay before delete on consents for each row when (current_user = 'picket_system')
  execute function consents_are_forgotten_only_when_due();

-- at is the business clock's time; what the lead's page shows, newest first
create table timeline_events (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  kind text not null,
  at timestamptz not null,
  data jsonb not null default '{}',
  foreign key (company_id, lead_id) references leads (company_id, id),
  constraint timeline_events_kind_check check (kind in ('lead_created', 'note',
    'status_changed', 'estimate_sent', 'estimate_viewed', 'estimate_accepted', 'estimate_declined', 'question',
    'schedule_activated', 'schedule_stopped', 'message_sent', 'message_delivered', 'message_failed', 'message_skipped',
    'message_unknown', 'reply_received', 'opted_out', 'opted_in', 'payment', 'refund', 'dispute', 'agent_talk',
    'visit_booked', 'visit_moved', 'visit_cancelled', 'visit_done', 'visit_missed', 'estimate_changed'))
);
create index timeline_newest on timeline_events (lead_id, at desc, id desc);
create unique index timeline_agent_talk on timeline_events (company_id, (data ->> 'conversationId'))
  where kind = 'agent_talk';
call pg_temp.of_company('timeline_events');
call pg_temp.of_lead('timeline_events');

-- a ticket is signed and lives in the browser; the row counts what it was used for
create table widget_tickets (
  id uuid primary key,
  company_id uuid not null references company_profiles on delete cascade,
  leads integer not null,
  expires_at timestamptz not null,
  step smallint not null default 0 check (step between 0 and 3),
  constraint widget_tickets_leads_check check (leads between 0 and 5)
);
create index widget_tickets_expiry on widget_tickets (expires_at);
call pg_temp.of_company('widget_tickets');

create table widget_days (
  company_id uuid not null references company_profiles (id) on delete cascade,
  -- of the company's calendar
  day date not null,
  seen integer not null default 0 check (seen between 0 and 100000),
  started integer not null default 0 check (started between 0 and 100000),
  priced integer not null default 0 check (priced between 0 and 100000),
  sent integer not null default 0 check (sent between 0 and 100000),
  primary key (company_id, day)
);
call pg_temp.of_company('widget_days');

create function take_lead_of_row() returns trigger language plpgsql as $$
begin
  update leads set assigned_to = nullif(current_setting('app.user_id', true), '')::uuid
    where id = new.lead_id and assigned_to is null;
  return null;
end $$;
create trigger consents_take_lead after insert on consents for each row
  when (current_user = 'picket_sales' and new.lead_id is not null)
  execute function take_lead_of_row();
create trigger timeline_events_take_lead after insert on timeline_events for each row
  when (current_user = 'picket_sales' and new.lead_id is not null)
  execute function take_lead_of_row();

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

create function tell_live_leads_changed() returns trigger language plpgsql as $$
declare changed record;
begin
  for changed in
    select now.company_id, case when count(*) = 1 then min(now.id::text) end as lead_id,
      bool_or(now.assigned_to is distinct from was.assigned_to) as moved, min(was.assigned_to::text) as had
    from changed_rows now join old_rows was on was.id = now.id group by now.company_id
  loop
    perform pg_notify('picket_live', (jsonb_build_object('companyId', changed.company_id, 'leadId', changed.lead_id)
      || case when changed.moved then jsonb_build_object('left', changed.had) else '{}' end)::text);
  end loop;
  return null;
end $$;
create trigger leads_live_update after update on leads referencing old table as old_rows new table as changed_rows
  for each statement execute function tell_live_leads_changed();

create function tell_live_leads_deleted() returns trigger language plpgsql as $$
declare gone record;
begin
  for gone in
    select company_id, case when count(*) = 1 then min(id::text) end as lead_id, min(assigned_to::text) as had
    from old_rows group by company_id
  loop
    perform pg_notify('picket_live',
      json_build_object('companyId', gone.company_id, 'leadId', gone.lead_id, 'left', gone.had)::text);
  end loop;
  return null;
end $$;
create trigger leads_live_delete after delete on leads referencing old table as old_rows
  for each statement execute function tell_live_leads_deleted();

grant select, insert, update, delete on leads, lead_search, lead_merges, lead_pairs_apart, timeline_events,
  widget_tickets, widget_days to picket_app, picket_system;
grant select, insert on consents to picket_app;
grant select, insert, delete on consents to picket_system;
grant update (lead_id) on consents to picket_app;

-- ——— estimates, signatures and changes

-- an immutable version: prices, terms and company are copied in, only its life (status, views) changes. Signatures and
-- payments rest on it. Only while leads are merged (set in that transaction alone) may it come to belong to the lead
-- that is kept, and take its place among that lead's versions
create table estimates (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  version integer not null check (version >= 1),
  number text not null check (number ~ '^EST-[0-9a-f]{6}-\d{4}$'),
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
  work_done_at timestamptz,
  drawing jsonb,
  language text not null default 'en',
  other_terms text,
  offer jsonb,
  offer_ends_on date,
  offer_ends_at timestamptz,
  job_zone text,
  priced jsonb,
  -- with the ticked add-ons: the sum of the lines, and the part of it that is taxed
  sum_cents bigint,
  taxable_cents bigint not null default 0,
  tax_bps integer not null default 0,
  ticked_add_ons jsonb not null default '[]',
  price_list text,
  unique (company_id, id),
  constraint estimates_of_lead unique (company_id, lead_id, id),
  constraint estimates_number_unique unique (company_id, number),
  constraint estimates_version_unique unique (lead_id, version),
  constraint estimates_price_not_negative check (base_price_cents + premium_cents >= 0),
  foreign key (company_id, lead_id) references leads (company_id, id),
  constraint estimates_done_was_started check (work_done_at is null or work_started_at is not null),
  constraint estimates_drawing_check check (
    drawing ->> 'type' = 'FeatureCollection' and jsonb_array_length(drawing -> 'features') between 1 and 20
    and octet_length(drawing::text) <= 65536),
  constraint estimates_language_check check (language in ('en', 'es')),
  constraint estimates_offer check (offer is null or is_offer(offer)),
  constraint estimates_offer_whole check ((offer is null) = (offer_ends_on is null)
    and (offer is null) = (offer_ends_at is null)),
  constraint estimates_offer_order check (offer_ends_at > sent_at),
  constraint estimates_job_zone_check check (length(job_zone) between 1 and 100),
  constraint estimates_priced check ((priced is null) = (sum_cents is null)
    and (priced is null or jsonb_typeof(priced) = 'object')),
  constraint estimates_sum check (sum_cents >= 0 and taxable_cents between 0 and sum_cents),
  constraint estimates_tax check (tax_bps between 0 and 2000),
  constraint estimates_ticked_add_ons check (jsonb_typeof(ticked_add_ons) = 'array'),
  constraint estimates_price_list_fkey foreign key (company_id, price_list) references price_lists (company_id, hash)
);
create index estimates_offer_live on estimates (company_id, offer_ends_at) where offer is not null;
create index estimates_pending on estimates (company_id, valid_until) where status in ('sent', 'viewed');
create index estimates_owing on estimates (company_id, lead_id)
  where status in ('accepted', 'deposit_paid');
call pg_temp.of_company('estimates');
call pg_temp.of_lead('estimates');
create trigger estimates_take_lead after insert on estimates for each row
  when (current_user = 'picket_sales' and new.lead_id is not null)
  execute function take_lead_of_row();

create function estimates_are_fixed() returns trigger language plpgsql as $$
begin
  if (coalesce(current_setting('app.forgetting', true), '') = 'on' or (coalesce(current_setting('app.erasing', true), '') = 'on'
      and not exists (select from estimate_acceptances where estimate_id = old.id)))
    and to_jsonb(new) - array['customer', 'notes', 'drawing', 'decline_reason']
      = to_jsonb(old) - array['customer', 'notes', 'drawing', 'decline_reason'] then
    return new;
  end if;
  if (old.lead_id, old.version, old.number, old.perimeter_ft, old.gate_count, old.material_type, old.base_price_cents,
      old.premium_cents, old.gate_price_cents, old.total_cents, old.deposit_terms, old.notes,
      old.terms, old.other_terms, old.language, old.company, old.customer, old.sent_at, old.job_zone)
    is distinct from
     (new.lead_id, new.version, new.number, new.perimeter_ft, new.gate_count, new.material_type, new.base_price_cents,
      new.premium_cents, new.gate_price_cents, new.total_cents, new.deposit_terms, new.notes,
      new.terms, new.other_terms, new.language, new.company, new.customer, new.sent_at, new.job_zone)
  then raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $$;
create trigger estimates_fixed before update on estimates for each row
  when (current_setting('app.merging', true) is distinct from 'on') execute function estimates_are_fixed();

create function estimate_drawing_is_fixed() returns trigger language plpgsql as $$
begin
  if old.drawing is distinct from new.drawing and not (new.drawing is null
    and (coalesce(current_setting('app.forgetting', true), '') = 'on' or (coalesce(current_setting('app.erasing', true), '') = 'on'
      and not exists (select from estimate_acceptances where estimate_id = old.id)))) then
    raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $$;
create trigger estimates_drawing_fixed before update of drawing on estimates
  for each row execute function estimate_drawing_is_fixed();

create function estimates_offer_is_fixed() returns trigger language plpgsql as $function$
begin
  if (old.offer, old.offer_ends_on, old.offer_ends_at) is distinct from (new.offer, new.offer_ends_on, new.offer_ends_at)
  then raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $function$;
create trigger estimates_offer_fixed before update on estimates for each row execute function estimates_offer_is_fixed();

create function estimates_priced_is_fixed() returns trigger language plpgsql as $function$
begin
  if old.priced is distinct from new.priced or old.tax_bps <> new.tax_bps then
    raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  if (old.ticked_add_ons, old.sum_cents, old.taxable_cents)
      is distinct from (new.ticked_add_ons, new.sum_cents, new.taxable_cents)
    and exists (select from estimate_acceptances where estimate_id = old.id) then
    raise exception 'what was signed is fixed';
  end if;
  return new;
end $function$;
create trigger estimates_priced_fixed before update of priced, tax_bps, ticked_add_ons, sum_cents, taxable_cents
  on estimates for each row execute function estimates_priced_is_fixed();

create function estimates_price_list_is_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'what an estimate offers is fixed once it is sent';
end $$;
create trigger estimates_price_list_fixed before update of price_list on estimates for each row
  when (old.price_list is distinct from new.price_list) execute function estimates_price_list_is_fixed();

create function lead_found_by(lead uuid) returns text language sql stable as $$
  select concat_ws(' ',
    (select string_agg(distinct number, ' ') from estimates where estimates.lead_id = lead),
    (select string_agg(concat_ws(' ', old_lead ->> 'email', old_lead ->> 'phone',
      old_lead ->> 'address', old_lead ->> 'found_by'), ' ') from lead_merges where kept_lead_id = lead))
$$;

create function find_by_estimate() returns trigger language plpgsql as $$
declare found text := lead_found_by(new.lead_id);
begin
  update leads set found_by = found where id = new.lead_id and found_by <> found;
  return null;
end $$;
create trigger estimates_found after insert or update of lead_id, number on estimates
  for each row execute function find_by_estimate();

create function find_by_merge() returns trigger language plpgsql as $$
declare found text := lead_found_by(new.kept_lead_id);
begin
  update leads set found_by = found where id = new.kept_lead_id and found_by <> found;
  return null;
end $$;
create trigger lead_merges_found after insert or update of kept_lead_id on lead_merges
  for each row execute function find_by_merge();

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
  priced jsonb,
  unique (company_id, estimate_id, id),
  constraint estimate_options_position unique (estimate_id, position),
  constraint estimate_options_price_not_negative check (base_price_cents + premium_cents >= 0),
  foreign key (company_id, estimate_id) references estimates (company_id, id) on delete cascade,
  constraint estimate_options_priced check (priced is null or jsonb_typeof(priced) = 'object')
);
call pg_temp.of_company('estimate_options');
call pg_temp.of_lead('estimate_options', 'estimate_id', 'estimates');

-- a private link: token_hash finds it, sealed_token (encrypted with APP_SECRET) lets it be sent again
create table estimate_links (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  estimate_id uuid not null,
  token_hash text not null unique,
  sealed_token text not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  code_hash text unique,
  sealed_code text,
  foreign key (company_id, estimate_id) references estimates (company_id, id),
  check ((code_hash is null) = (sealed_code is null))
);
create index estimate_links_estimate on estimate_links (estimate_id);
call pg_temp.of_company('estimate_links');
call pg_temp.of_lead('estimate_links', 'estimate_id', 'estimates');

-- one signature an estimate, never changed (C29), save the lead it belongs to while leads are merged. document is the
-- very text that was signed, in canonical form
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
  language text not null default 'en',
  add_on_ids jsonb not null default '[]',
  take_off jsonb,
  constraint estimate_acceptances_once unique (estimate_id),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, estimate_id) references estimates (company_id, id),
  foreign key (company_id, estimate_id, option_id) references estimate_options (company_id, estimate_id, id),
  constraint estimate_acceptances_language_check check (language in ('en', 'es')),
  constraint estimate_acceptances_add_on_ids_check check (jsonb_typeof(add_on_ids) = 'array'),
  constraint estimate_acceptances_take_off_check check (take_off is null or jsonb_typeof(take_off) = 'object')
);
call pg_temp.of_company('estimate_acceptances');
call pg_temp.of_lead('estimate_acceptances');

create function acceptances_are_append_only() returns trigger language plpgsql as $$
begin
  if current_setting('app.merging', true) = 'on' and to_jsonb(new) - 'lead_id' = to_jsonb(old) - 'lead_id' then
    return new;
  end if;
  if coalesce(current_setting('app.forgetting', true), '') = 'on' then
    return new;
  end if;
  raise exception 'acceptances are append-only';
end $$;
create trigger estimate_acceptances_append_only before update on estimate_acceptances
  for each row execute function acceptances_are_append_only();

-- C30. It counts as long as the thread has its message as one that may have arrived: a message that is settled
-- later takes its offer along, and a schedule that starts over leaves it alone
create table estimate_offers (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  -- the message that made it
  source_id uuid not null,
  percent numeric(5, 2),
  amount_cents bigint check (amount_cents > 0),
  starts_at timestamptz not null,
  -- the day that the message names, and the instant at which it is over where company and homeowner are
  ends_on date not null,
  ends_at timestamptz not null,
  days integer not null,
  constraint estimate_offers_source unique (source_id),
  constraint estimate_offers_one_kind check ((percent is null) <> (amount_cents is null)),
  constraint estimate_offers_order check (ends_at > starts_at),
  foreign key (company_id, lead_id) references leads (company_id, id),
  constraint estimate_offers_percent_check check (percent > 0 and percent <= 100),
  constraint estimate_offers_days_check check (days between 1 and 365)
);
create index estimate_offers_lead on estimate_offers (lead_id, ends_at);
create index estimate_offers_live on estimate_offers (company_id, ends_at);
call pg_temp.of_company('estimate_offers');
call pg_temp.of_lead('estimate_offers');

-- drawing one takes a processor 100 ms, reading it none, and all can be drawn again. The hash is of everything that is
-- printed, so that a row is never out of date
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
call pg_temp.of_company('estimate_pdfs');
call pg_temp.of_lead('estimate_pdfs', 'estimate_id', 'estimates');

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
call pg_temp.of_company('estimate_changes');
call pg_temp.of_lead('estimate_changes', 'estimate_id', 'estimates');

create function estimate_changes_are_fixed() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.erasing', true), '') = 'on' and old.status not in ('signed', 'credited') and
    to_jsonb(new) - array['note', 'decline_reason'] = to_jsonb(old) - array['note', 'decline_reason'] then
    return new;
  end if;
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
call pg_temp.of_company('change_signatures');
call pg_temp.of_lead('change_signatures', 'change_id', 'estimate_changes');

create function change_signatures_are_append_only() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.forgetting', true), '') = 'on' then
    return new;
  end if;
  raise exception 'signatures are append-only';
end $$;
create trigger change_signatures_append_only before update on change_signatures for each row
  execute function change_signatures_are_append_only();

create function change_has_signature() returns trigger language plpgsql as $$
begin
  if not exists (select from change_signatures where change_id = new.id) then
    raise exception 'a signed change has a signature';
  end if;
  return null;
end $$;
create constraint trigger estimate_changes_signed after update of status on estimate_changes
  deferrable initially deferred for each row when (new.status = 'signed') execute function change_has_signature();

-- a signed estimate with the changes that count
create view signed_estimates with (security_invoker = true) as
  select signed.estimate_id, signed.at, signed.deposit_cents, signed.discount_cents,
    signed.total_cents + coalesce((select sum(change.net_cents) from estimate_changes change
      where change.estimate_id = signed.estimate_id and change.status in ('signed', 'credited')), 0)::bigint as total_cents
  from estimate_acceptances signed;

grant select, insert, update, delete on estimates, estimate_links, estimate_offers, estimate_pdfs to picket_app,
  picket_system;
grant select, insert, update on estimate_changes to picket_app;
grant select, insert on estimate_options to picket_app;
grant select, insert on estimate_acceptances, change_signatures to picket_app, picket_system;
grant select on signed_estimates to picket_app, picket_system;
grant select, insert, delete on estimate_options to picket_system;
grant select, insert, update, delete on estimate_changes to picket_system;
grant update (lead_id) on estimate_acceptances to picket_app;
-- the system deletes what a company that is deleted needn't keep, and forgets persons; no company's own role can delete
-- what was signed
grant update (name, mark, document, document_hash, ip, user_agent) on estimate_acceptances, change_signatures
  to picket_system;

-- ——— messages, follow-ups and reminders

-- a lead has one schedule; one that ended because of a merge keeps its messages and belongs to none
create table follow_up_schedules (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid,
  status text not null check (status in ('draft', 'active', 'stopped', 'done')),
  channel text not null check (channel in ('sms', 'email', 'both')),
  activated_at timestamptz,
  stopped_at timestamptz,
  stop_reason text,
  created_at timestamptz not null,
  unique (company_id, id),
  constraint follow_up_schedules_lead_unique unique (lead_id),
  constraint follow_up_schedules_activation check (status = 'draft' or activated_at is not null),
  constraint follow_up_schedules_of_lead check (lead_id is not null or status in ('stopped', 'done')),
  foreign key (company_id, lead_id) references leads (company_id, id)
) with (fillfactor = 70);
call pg_temp.of_company('follow_up_schedules');
call pg_temp.of_lead('follow_up_schedules');
create trigger follow_up_schedules_take_lead after insert or update on follow_up_schedules for each row
  when (current_user = 'picket_sales' and new.lead_id is not null) execute function take_lead_of_row();

create table messages (
  id uuid primary key default uuidv7(),
  company_id uuid references company_profiles on delete cascade,
  lead_id uuid,
  direction text not null default 'out' check (direction in ('in', 'out')),
  channel text not null check (channel in ('sms', 'email')),
  kind text not null,
  status text not null default 'scheduled' check (status in ('draft', 'scheduled', 'sending', 'sent', 'delivered',
    'failed', 'cancelled', 'skipped', 'unknown', 'received')),
  created_at timestamptz not null default now(),
  -- when it came in, or when it was last handed to its provider; null while nothing of it has left
  at timestamptz,
  due_at timestamptz,
  first_due_at timestamptz,
  sending_at timestamptz,
  sent_at timestamptz,
  claimed_until timestamptz,
  -- the lease of the current try, which identifies it even after the lease has ended
  try_lease timestamptz,
  attempts integer not null default 0,
  tried_later boolean not null default false,
  automated boolean not null default true,
  unsure boolean not null default false,
  from_address text,
  to_address text not null,
  subject text,
  body text,
  provider_id text,
  error_code text,
  reason text,
  payload jsonb not null default '{}',
  dedupe_key text,
  schedule_id uuid,
  step integer check (step between 1 and 5),
  day integer check (day >= 1),
  -- the contractor's words with tags; the words that were sent are the body
  template text,
  offer jsonb check (offer is null or is_offer(offer)),
  whole_text text,
  attachments text[] not null default '{}',
  foreign key (company_id, schedule_id) references follow_up_schedules (company_id, id),
  constraint messages_received check ((direction = 'in') = (status = 'received')),
  constraint messages_incoming check (case when direction = 'in' then at is not null and body is not null
    else not unsure and whole_text is null and attachments = '{}' end),
  -- a step is sent to the address that its lead has then
  constraint messages_mail_has_address check (channel <> 'email' or to_address <> '' or schedule_id is not null),
  constraint messages_time check (coalesce(at, due_at) is not null
    or (schedule_id is not null and status in ('draft', 'cancelled', 'skipped'))),
  -- a follow-up without a schedule was sent by a schedule that has since been started again
  constraint messages_step check (case
    when schedule_id is not null then num_nulls(company_id, lead_id, step, day, template) = 0 and kind = 'follow-up'
    when kind = 'follow-up' then at is not null and status not in ('draft', 'scheduled')
    else num_nonnulls(step, day, template, offer) = 0 end)
)
-- a claim is an update inside its page (HOT): claimed_until is in no index, and the pages have room for it
with (fillfactor = 50);
-- Steps wait behind everything else of their channel (claim.ts), so each claim and each count reads two ranges.
create index messages_waiting on messages (company_id, channel, (schedule_id is not null), due_at, id)
  where status = 'scheduled';
create index messages_sending on messages (company_id, id) where status = 'sending';
create index messages_failures on messages (coalesce(sending_at, due_at) desc, id desc)
  where status in ('failed', 'unknown');
create index messages_by_sent on messages using brin (sent_at) with (autosummarize = on);
create unique index messages_dedupe on messages (dedupe_key) where dedupe_key is not null;
create unique index messages_step_once on messages (schedule_id, step, channel) where schedule_id is not null;
create index messages_lead on messages (lead_id, coalesce(at, due_at) desc) where lead_id is not null;
create index messages_provider on messages (provider_id) where provider_id is not null;
create index messages_recipient on messages (company_id, to_address, at) where direction = 'out' and at is not null;
create index messages_last_sender on messages (to_address, at desc)
  where direction = 'out' and channel = 'sms' and at is not null;
create index messages_undecided on messages (at)
  where direction = 'out' and channel = 'sms' and status in ('sent', 'unknown');
create index messages_unsure on messages (company_id, lead_id) where unsure;
create unique index messages_inbound_text_once on messages (provider_id) where direction = 'in' and channel = 'sms';
create unique index messages_inbound_mail_once on messages (provider_id, company_id, lead_id)
  where direction = 'in' and channel = 'email';
call pg_temp.of_company('messages');
-- An incoming text that matches no lead isn't shown to salespeople.
create policy own_leads on messages as restrictive to picket_sales
  using ((lead_id is null and direction = 'out') or exists (select from leads where leads.id = messages.lead_id));
call pg_temp.of_nobody('messages');
create trigger messages_take_lead after insert on messages for each row
  when (current_user = 'picket_sales' and new.lead_id is not null) execute function take_lead_of_row();

create table message_attempts (
  id uuid primary key default uuidv7(),
  message_id uuid not null references messages on delete cascade,
  company_id uuid references company_profiles on delete cascade,
  at timestamptz not null,
  to_address text not null,
  status text not null check (status in ('failed', 'unknown')),
  subject text,
  body text,
  provider_id text,
  error_code text
);
create index message_attempts_message on message_attempts (message_id);
create index message_attempts_recipient on message_attempts (to_address);
create index message_attempts_provider on message_attempts (provider_id) where provider_id is not null;
call pg_temp.of_company('message_attempts');
call pg_temp.of_lead('message_attempts', 'message_id', 'messages');
call pg_temp.of_nobody('message_attempts');

create function keep_attempt() returns trigger language plpgsql as $$
begin
  insert into message_attempts (message_id, company_id, at, to_address, status, subject, body, provider_id, error_code)
    values (old.id, old.company_id, old.at, old.to_address, old.status, old.subject, old.body, old.provider_id,
      old.error_code);
  return null;
end $$;
-- a message that may have arrived or that a provider knows is to be sent again
create trigger messages_again after update on messages for each row
  when (new.status = 'scheduled' and old.status in ('failed', 'unknown') and old.at is not null)
  execute function keep_attempt();

-- A text that wasn't delivered fails before it's sent once more.
create function is_message_move(before text, after text) returns boolean language sql immutable parallel safe as $$
  select case before
    when 'draft' then after in ('scheduled', 'cancelled')
    when 'scheduled' then after in ('scheduled', 'sending', 'sent', 'failed', 'skipped', 'cancelled')
    when 'sending' then after in ('sending', 'scheduled', 'sent', 'delivered', 'failed', 'skipped', 'unknown')
    when 'sent' then after in ('delivered', 'failed')
    when 'delivered' then after in ('failed')
    when 'failed' then after in ('scheduled')
    when 'cancelled' then after in ('scheduled')
    when 'unknown' then after in ('sending', 'scheduled', 'sent', 'delivered', 'failed', 'cancelled')
    else false end
$$;

create function refuse_message_move() returns trigger language plpgsql as $$
begin
  raise exception 'a message can''t move from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'message_moves', table = tg_table_name;
end $$;
create trigger messages_moves before update on messages for each row
  when (old.status <> new.status and not is_message_move(old.status, new.status)
    and current_user in ('picket_app', 'picket_sales'))
  execute function refuse_message_move();

create view follow_up_messages with (security_invoker = true) as
  select id, company_id, lead_id, schedule_id, step, day, channel, template as body, due_at, status, attempts,
    claimed_until, sending_at, provider_id, sent_at, reason, first_due_at, tried_later, offer, kind, to_address, created_at
  from messages where schedule_id is not null with check option;
alter view follow_up_messages
  alter column kind set default 'follow-up',
  alter column to_address set default '',
  alter column created_at set default now();

-- every text that reached its number or may have reached it, including tries before a message's current one
create view texts_sent with (security_invoker = true) as
  select id as message_id, company_id, lead_id, schedule_id, kind, automated, to_address, at
  from messages where direction = 'out' and channel = 'sms' and at is not null and status <> 'failed'
  union all
  select m.id, m.company_id, m.lead_id, m.schedule_id, m.kind, m.automated, a.to_address, a.at
  from message_attempts a join messages m on m.id = a.message_id
  where m.channel = 'sms' and a.status <> 'failed';

-- without a row a rule is off, with the product's defaults. What is to go out is a message, with its day
create table reminder_rules (
  company_id uuid not null references company_profiles on delete cascade,
  rule text not null check (rule in ('not_viewed', 'not_answered', 'expiring', 'balance', 'review')),
  enabled boolean not null,
  days integer not null check (days between 1 and 30),
  channel text not null check (channel in ('sms', 'email', 'both')),
  message text not null check (length(btrim(message)) between 1 and 1600),
  review_url text check (review_url like 'https://%' and length(review_url) <= 500),
  message_es text,
  primary key (company_id, rule),
  constraint reminder_rules_review_url check (review_url is null or rule = 'review'),
  constraint reminder_rules_review_needs_url check (not enabled or rule <> 'review' or review_url is not null),
  constraint reminder_rules_message_es_check check (length(btrim(message_es)) between 1 and 1600)
);
call pg_temp.of_company('reminder_rules');
create trigger reminder_rules_live_insert after insert on reminder_rules
  for each row execute function tell_live_settings();
create trigger reminder_rules_live_update after update on reminder_rules
  for each row when (old.* is distinct from new.*) execute function tell_live_settings();

-- a suppression. company_id null: everyone who texts from the shared number `sender`
create table opt_outs (
  id uuid primary key default uuidv7(),
  company_id uuid references company_profiles on delete cascade,
  channel text not null check (channel in ('sms', 'email')),
  address text not null,
  sender text,
  source text not null check (source in
    ('reply', 'carrier', 'unsubscribe', 'bounce', 'complaint', 'contractor', 'soft_bounces')),
  words text,
  created_at timestamptz not null,
  lifted_at timestamptz,
  check (company_id is not null or sender is not null)
);
-- a person's wish, a dead mailbox, a complaint and a pause stand side by side: lifting the one leaves the others
create unique index opt_outs_live on opt_outs (company_id, channel, address, sender,
    (case when source in ('bounce', 'complaint', 'soft_bounces') then source else 'wish' end))
  nulls not distinct where lifted_at is null;
create index opt_outs_address on opt_outs (address, channel) where lifted_at is null;
call pg_temp.of_company('opt_outs');
call pg_temp.of_nobody('opt_outs');
-- an opt-out from a shared number binds every company
create policy shared_sender on opt_outs for select to picket_app
  using (company_id is null and nullif(current_setting('app.company_id', true), '') is not null);

-- mails that came back, for the three in 72 hours (C26)
create table mail_bounces (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  address text not null check (address = lower(address)),
  kind text not null check (kind in ('hard', 'soft', 'complaint')),
  -- the receiving server's status, such as '4.2.2'
  code text,
  -- the row that caused the mail: however often it is tried, it bounces once
  source_id uuid,
  at timestamptz not null
);
create unique index mail_bounces_once on mail_bounces (company_id, address, kind, source_id) where source_id is not null;
create index mail_bounces_recent on mail_bounces (company_id, address, at);
call pg_temp.of_company('mail_bounces');

-- templates that carriers filter (T9, 30007), by the SHA-256 of their text: an edited one is another
create table stopped_templates (
  company_id uuid not null references company_profiles on delete cascade,
  template_hash text not null,
  code text not null,
  at timestamptz not null,
  primary key (company_id, template_hash)
);
call pg_temp.of_company('stopped_templates');

-- real time throughout: providers know nothing of the business clock
create table provider_states (
  provider text primary key check (provider in ('twilio', 'smtp')),
  -- in a row, since the last answer that showed it well
  failures integer not null default 0 check (failures >= 0),
  -- null: it is well, and everything goes out
  opened_at timestamptz,
  -- until then nothing is asked of it; after that one message may try
  open_until timestamptz,
  -- tries in a row that found it still down: what the pause grows by
  pauses integer not null default 0 check (pauses >= 0),
  cause text check (cause in ('failing', 'account')),
  -- of the last failure, the provider's own
  code text,
  -- who tries holds it until then
  probe_until timestamptz,
  alerted_at timestamptz,
  -- ever
  openings bigint not null default 0,
  -- the message of the last failure that counted: one message that always fails is no provider that is down
  failed_for text,
  constraint provider_states_open check ((opened_at is null) = (open_until is null)
    and (opened_at is null) = (cause is null) and (opened_at is not null or (probe_until is null and alerted_at is null)))
);
insert into provider_states (provider) values ('twilio'), ('smtp');

-- a browser that shows the contractor's news; it ends with the session that asked for it
create table push_devices (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  session_id uuid not null,
  user_id uuid not null references users on delete cascade,
  endpoint text not null check (length(endpoint) <= 1000),
  endpoint_hash text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  events text[] not null check (events <@ array['lead', 'viewed', 'accepted', 'reply', 'paid']),
  shows text not null check (shows in ('nothing', 'name_feet', 'details')),
  quiet_from time,
  quiet_until time,
  created_at timestamptz not null,
  unique (company_id, endpoint_hash),
  unique (company_id, id),
  check ((quiet_from is null) = (quiet_until is null)),
  foreign key (session_id) references sessions (public_id) on delete cascade
);
create index push_devices_session on push_devices (session_id);
create index push_devices_user on push_devices (user_id);
call pg_temp.of_company('push_devices');

-- what is to appear on a device: written with the fact that causes it, shown once
create table push_messages (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  device_id uuid not null,
  lead_id uuid not null,
  event text not null check (event in ('lead', 'viewed', 'accepted', 'reply', 'paid')),
  dedupe_key text not null,
  due_at timestamptz not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0,
  claimed_until timestamptz,
  reason text,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (device_id, dedupe_key),
  foreign key (company_id, device_id) references push_devices (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index push_messages_due on push_messages (due_at) where status = 'scheduled';
create index push_messages_lead on push_messages (lead_id);
create index push_messages_age on push_messages (company_id, created_at);
call pg_temp.of_company('push_messages');
call pg_temp.of_lead('push_messages');

-- an estimate's own offer, and those of the follow-ups that reached its lead or may have
create function live_offers(lead uuid, estimate uuid, at timestamp with time zone)
  returns table(percent numeric, amount_cents bigint, days integer, ends_on date) language sql stable as $$
  select told.percent, told.amount_cents, told.days, told.ends_on from estimate_offers told
  where told.lead_id = lead and told.starts_at <= live_offers.at and told.ends_at > live_offers.at
    and exists (select from messages m where m.id = told.source_id and m.status <> 'failed'
      and (m.at is not null or exists (select from message_attempts a where a.message_id = m.id and a.status <> 'failed')))
  union all
  select (e.offer ->> 'percent')::numeric, (e.offer ->> 'amountCents')::bigint, (e.offer ->> 'days')::integer, e.offer_ends_on
  from estimates e where e.id = estimate and e.offer is not null and e.offer_ends_at > live_offers.at
$$;

-- what a lead's homeowner would be charged now: the signed total, else the newest version's (without one, the quote)
-- less the best live offer. percent and the columns after it are that offer's, null without one
create function lead_price(lead uuid, quote bigint, at timestamptz)
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

grant select, insert, update, delete on follow_up_schedules, messages, message_attempts, follow_up_messages,
  reminder_rules, opt_outs, mail_bounces, stopped_templates, push_devices, push_messages to picket_app, picket_system;
-- whether a provider is up is no tenant's secret
grant select on provider_states to picket_app;
grant select on texts_sent to picket_app, picket_system;
grant select, insert, update, delete on provider_states to picket_system;

-- ——— billing: what a company pays Picket

create table subscribers (
  company_id uuid primary key references company_profiles on delete cascade,
  email text,
  subscribed boolean not null default false,
  subscription_tier text not null default 'starter'
    check (subscription_tier in ('pay_as_you_go', 'starter', 'pro', 'free')),
  subscription_end timestamptz,
  period_start timestamptz,
  stripe_customer_id text,
  stripe_subscription_id text,
  usage_count integer not null default 0 check (usage_count >= 0),
  -- Stripe's own word for the subscription; null: never heard of one
  stripe_status text,
  cancel_at_period_end boolean not null default false,
  free_until timestamptz,
  free_granted_by uuid references users on delete set null,
  free_granted_at timestamptz,
  -- the first credit ever bought and not taken back: from then on the dashboard is open for good
  credits_bought_at timestamptz,
  -- real time of the last asking, whatever came of it; the clock's time of the last answer
  stripe_asked_at timestamptz,
  last_reconciled_at timestamptz,
  constraint subscribers_email_unique unique (email)
);
create unique index subscribers_customer on subscribers (stripe_customer_id) where stripe_customer_id is not null;
create index subscribers_reconciled on subscribers (last_reconciled_at nulls first) where stripe_customer_id is not null;
call pg_temp.of_company('subscribers');
create trigger subscribers_live after update on subscribers for each row
  when (row(old.subscribed, old.subscription_tier, old.subscription_end, old.usage_count, old.stripe_status,
            old.cancel_at_period_end, old.free_until, old.period_start)
    is distinct from row(new.subscribed, new.subscription_tier, new.subscription_end, new.usage_count, new.stripe_status,
            new.cancel_at_period_end, new.free_until, new.period_start))
  execute function tell_live_company();

-- every change of what a company may send; one quote at most for one lead
create table quota_ledger (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid,
  kind text not null check (kind in
    ('quote_used', 'credit_used', 'credit_bought', 'credit_refunded', 'credit_returned', 'granted')),
  delta integer not null,
  period_start timestamptz,
  reason text not null default '',
  at timestamptz not null,
  stripe_session_id text,
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create unique index quota_once_per_lead on quota_ledger (company_id, lead_id) where kind in ('quote_used', 'credit_used');
create index quota_ledger_period on quota_ledger (company_id, at);
create unique index quota_credit_once on quota_ledger (stripe_session_id) where kind = 'credit_bought';
create index quota_ledger_session on quota_ledger (stripe_session_id) where stripe_session_id is not null;
create index quota_ledger_by_time on quota_ledger using brin (at) with (autosummarize = on);
call pg_temp.of_company('quota_ledger');

-- times of events are real, not the business clock's: they are about retries and leases
create table stripe_events (
  id text primary key,
  type text not null,
  -- the connected account that it is about; null: the platform's own
  account text,
  livemode boolean not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- what came of it, in a few words; 'ignored: …' where it was of the wrong mode or endpoint
  note text,
  error text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz
);
create index stripe_events_waiting on stripe_events (next_attempt_at) where processed_at is null;
create index stripe_events_newest on stripe_events (received_at desc);
create index stripe_events_failed on stripe_events (received_at desc, id desc)
  where error is not null and processed_at is null;

-- numbers the readings of each thing at Stripe: an older reading is never written over a newer one
create table stripe_reads (
  key text primary key,
  asked bigint not null default 0,
  settled bigint not null default 0
);

-- id is the idempotency key of what is created at Stripe: written before the call, so that it survives a crash
create table stripe_operations (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  kind text not null check (length(kind) between 1 and 60),
  -- SHA-256 of the request; two clicks that ask for the same share a row
  fingerprint text not null,
  request jsonb not null,
  status text not null default 'started'
    check (status in ('started', 'open', 'processing', 'done', 'failed', 'expired')),
  stripe_id text,
  created_at timestamptz not null default now()
);
create unique index stripe_operations_stripe_id on stripe_operations (stripe_id) where stripe_id is not null;
create index stripe_operations_company on stripe_operations (company_id, kind, created_at desc);
call pg_temp.of_company('stripe_operations');
create trigger stripe_operations_live after update on stripe_operations for each row
  when (old.status is distinct from new.status) execute function tell_live_company();

grant select, insert, update, delete on subscribers, quota_ledger, stripe_operations to picket_app, picket_system;
grant select, insert, update, delete on stripe_events, stripe_reads to picket_system;

-- ——— payments and invoices

-- every account a company ever had: disconnecting keeps it, so that what was paid on it still settles (S14)
create table stripe_accounts (
  id text primary key,
  company_id uuid not null references company_profiles on delete cascade,
  charges_enabled boolean not null default false,
  details_submitted boolean not null default false,
  -- what Stripe still asks for, in its own names, and why it turned charges off
  currently_due text[] not null default '{}',
  pending_verification text[] not null default '{}',
  disabled_reason text,
  created_at timestamptz not null default now(),
  disconnected_at timestamptz
);
create unique index stripe_accounts_one_connected on stripe_accounts (company_id) where disconnected_at is null;
create index stripe_accounts_company on stripe_accounts (company_id, created_at desc);
call pg_temp.of_company('stripe_accounts');
create trigger stripe_accounts_live after insert or update on stripe_accounts
  for each row execute function tell_live_company();

create table payments (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  estimate_id uuid not null,
  kind text not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null,
  refunded_cents bigint not null default 0,
  currency text not null default 'usd' check (currency = 'usd'),
  -- open: may still be paid; processing: the bank's money is on its way, and may yet not come
  status text not null default 'open',
  -- money that came although the same was paid already: kept and shown, counted for nothing
  extra boolean not null default false,
  stripe_account_id text,
  stripe_session_id text,
  stripe_payment_intent text,
  -- its id is the idempotency key of the checkout (S15)
  operation_id uuid unique references stripe_operations,
  -- Stripe's word for how it was paid, such as 'card' or 'us_bank_account'
  method text,
  receipt_url text,
  -- why it failed or was disputed, in Stripe's words
  reason text,
  expires_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  last_reconciled_at timestamptz,
  -- when the checkout's address was last given to a browser
  handed_out_at timestamptz not null default now(),
  -- what ends the checkout
  end_operation_id uuid unique references stripe_operations(id),
  by_hand boolean not null default false,
  -- the day on which the company received it, in the company's time zone
  received_on date,
  reference text check (length(reference) between 1 and 120),
  idempotency_key text check (length(idempotency_key) between 1 and 200),
  void_reason text check (length(void_reason) between 1 and 500),
  unique (company_id, id),
  constraint payments_session unique (stripe_session_id),
  constraint payments_intent unique (stripe_account_id, stripe_payment_intent),
  constraint payments_fee check (fee_cents between 0 and amount_cents),
  constraint payments_refunded check (case status
    when 'refunded' then refunded_cents = amount_cents
    when 'partially_refunded' then refunded_cents > 0 and refunded_cents < amount_cents
    when 'succeeded' then refunded_cents = 0
    else refunded_cents between 0 and amount_cents end),
  constraint payments_paid check ((paid_at is not null)
    = (status in ('succeeded', 'partially_refunded', 'refunded', 'disputed', 'dispute_lost'))),
  foreign key (company_id, lead_id, estimate_id) references estimates (company_id, lead_id, id),
  constraint payments_kind_check check (kind in ('deposit', 'full', 'balance', 'part')),
  constraint payments_status_check check (status in ('open', 'processing', 'succeeded', 'failed', 'expired',
    'canceled', 'partially_refunded', 'refunded', 'disputed', 'dispute_lost', 'voided')),
  constraint payments_by_hand check (case when by_hand
    then received_on is not null and method in ('check', 'cash', 'card', 'other') and idempotency_key is not null
      and status in ('succeeded', 'partially_refunded', 'refunded', 'voided') and fee_cents = 0
      and num_nonnulls(stripe_account_id, stripe_session_id, stripe_payment_intent, operation_id, expires_at) = 0
    else stripe_account_id is not null and expires_at is not null
      and num_nonnulls(received_on, reference, idempotency_key, void_reason) = 0 end),
  constraint payments_voided check ((status = 'voided') = (void_reason is not null)),
  constraint payments_recorded_once unique (company_id, idempotency_key)
);
-- two tabs end in one payment: a lead has one on its way at most, and an estimate is paid once for each purpose
create unique index payments_one_on_its_way on payments (lead_id) where status in ('open', 'processing');
create index payments_newest on payments (company_id, created_at desc, id desc);
create index payments_lead on payments (lead_id, created_at desc);
create index payments_unsettled on payments (last_reconciled_at nulls first) where status in ('open', 'processing');
create index payments_by_paid on payments using brin (paid_at) with (autosummarize = on);
call pg_temp.of_company('payments');
call pg_temp.of_lead('payments');
create trigger payments_live_insert after insert on payments referencing new table as changed_rows
  for each statement execute function tell_live();
create trigger payments_live_update after update on payments referencing new table as changed_rows
  for each statement execute function tell_live();

create table payment_refunds (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  payment_id uuid not null,
  cents bigint not null check (cents > 0),
  idempotency_key text not null check (length(idempotency_key) between 1 and 200),
  -- started: Stripe has still to be asked, or its answer is unknown
  status text not null check (status in ('started', 'done', 'failed')),
  -- the request to Stripe, whose id is the idempotency key. Null for a payment that was recorded by hand
  operation_id uuid unique references stripe_operations,
  created_at timestamptz not null,
  tried_at timestamptz,
  foreign key (company_id, payment_id) references payments (company_id, id) on delete cascade,
  constraint payment_refunds_once unique (company_id, idempotency_key)
);
create index payment_refunds_payment on payment_refunds (payment_id);
create index payment_refunds_started on payment_refunds (created_at) where status = 'started';
call pg_temp.of_company('payment_refunds');
call pg_temp.of_lead('payment_refunds', 'payment_id', 'payments');

create table payment_stages (
  company_id uuid not null references company_profiles on delete cascade,
  estimate_id uuid not null,
  position smallint not null check (position between 1 and 12),
  label text not null check (length(label) between 1 and 60),
  -- a share of the total, an amount, or neither: the rest
  percent numeric(7, 4) check (percent > 0 and percent <= 100),
  cents bigint check (cents > 0),
  -- 'signing', 'done', a day, or the label of a step of the job
  due text not null check (length(due) between 1 and 60),
  primary key (company_id, estimate_id, position),
  foreign key (company_id, estimate_id) references estimates (company_id, id) on delete cascade,
  constraint payment_stages_one_amount check (num_nonnulls(percent, cents) <= 1)
);
create unique index payment_stages_rest on payment_stages (estimate_id) where percent is null and cents is null;
create index payment_stages_estimate on payment_stages (estimate_id);
call pg_temp.of_company('payment_stages');
call pg_temp.of_lead('payment_stages', 'estimate_id', 'estimates');

create table invoice_counters (
  company_id uuid primary key references company_profiles on delete cascade,
  last_number integer not null check (last_number > 0)
);
call pg_temp.of_company('invoice_counters');

create table invoices (
  company_id uuid not null references company_profiles on delete cascade,
  number integer not null check (number > 0),
  estimate_id uuid not null unique,
  created_at timestamptz not null,
  primary key (company_id, number),
  foreign key (company_id, estimate_id) references estimates (company_id, id)
);
call pg_temp.of_company('invoices');
call pg_temp.of_lead('invoices', 'estimate_id', 'estimates');

grant select, insert, update, delete on stripe_accounts, payments, payment_refunds, payment_stages, invoice_counters,
  invoices to picket_app, picket_system;

-- ——— pipelines and deals

create table organizations (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  name text not null check (name = btrim(name) and length(name) between 1 and 120),
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  unique (company_id, id)
);
create index organizations_oldest on organizations (company_id, created_at, id);
create index organizations_created_by on organizations (created_by) where created_by is not null;
call pg_temp.of_company('organizations');

create table pipelines (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  org_id uuid not null,
  name text not null check (name = btrim(name) and length(name) between 1 and 120),
  created_at timestamptz not null,
  sent_stage_id uuid,
  accepted_stage_id uuid,
  paid_stage_id uuid,
  unique (company_id, org_id, id),
  foreign key (company_id, org_id) references organizations (company_id, id) on delete cascade,
  constraint pipelines_of_company unique (company_id, id)
);
create index pipelines_oldest on pipelines (org_id, created_at, id);
call pg_temp.of_company('pipelines');

-- the columns of the board; what stands in the last one is won
create table pipeline_stages (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  org_id uuid not null,
  pipeline_id uuid not null,
  name text not null check (name = btrim(name) and length(name) between 1 and 40),
  won boolean not null default false,
  position integer not null check (position >= 0),
  unique (company_id, org_id, pipeline_id, id),
  constraint pipeline_stages_position unique (pipeline_id, position) deferrable initially deferred,
  foreign key (company_id, org_id, pipeline_id) references pipelines (company_id, org_id, id) on delete cascade
);
create unique index pipeline_stages_one_won on pipeline_stages (pipeline_id) where won;
alter table pipelines add constraint pipelines_sent_stage foreign key (company_id, org_id, id, sent_stage_id)
  references pipeline_stages (company_id, org_id, pipeline_id, id) on delete set null (sent_stage_id);
alter table pipelines add constraint pipelines_accepted_stage foreign key (company_id, org_id, id, accepted_stage_id)
  references pipeline_stages (company_id, org_id, pipeline_id, id) on delete set null (accepted_stage_id);
alter table pipelines add constraint pipelines_paid_stage foreign key (company_id, org_id, id, paid_stage_id)
  references pipeline_stages (company_id, org_id, pipeline_id, id) on delete set null (paid_stage_id);
call pg_temp.of_company('pipeline_stages');

-- position: place in the stage, top first, with gaps; lost_at: off the board, and where it was lost stays known
create table deals (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  org_id uuid not null,
  pipeline_id uuid not null,
  stage_id uuid not null,
  title text not null check (title = btrim(title) and length(title) between 1 and 160),
  amount_cents bigint check (amount_cents between 0 and 99999999999),
  note text not null default '' check (length(note) <= 500),
  position bigint not null,
  lead_id uuid,
  stage_since timestamptz not null,
  lost_at timestamptz,
  created_at timestamptz not null,
  expected_close date,
  owner_id uuid,
  lost_reason text check (length(lost_reason) between 1 and 500),
  estimate_id uuid,
  amount_from_estimate boolean not null default false,
  moved_at timestamptz,
  constraint deals_position unique (stage_id, position) deferrable initially deferred,
  foreign key (company_id, org_id, pipeline_id, stage_id)
    references pipeline_stages (company_id, org_id, pipeline_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete set null (lead_id),
  constraint deals_of_company unique (company_id, id),
  constraint deals_reason_of_loss check (lost_at is not null or lost_reason is null),
  constraint deals_owner foreign key (company_id, owner_id)
    references company_members (company_id, user_id) on delete set null (owner_id),
  constraint deals_estimate foreign key (company_id, estimate_id)
    references estimates (company_id, id) on delete set null (estimate_id)
);
create index deals_newest on deals (org_id, created_at desc, id desc);
create index deals_pipeline on deals (pipeline_id);
create index deals_lead on deals (lead_id) where lead_id is not null;
create index deals_owned on deals (company_id, owner_id) where owner_id is not null;
create index deals_estimate on deals (estimate_id) where estimate_id is not null;
call pg_temp.of_company('deals');
-- Like leads: the role sales sees its own and unassigned deals, and a deal becomes the member's when they first write
-- to it. A change of position alone doesn't count, because it may only make room for another deal.
create policy own_deals on deals as restrictive to picket_sales
  using (owner_id is null or owner_id = nullif(current_setting('app.user_id', true), '')::uuid);
create policy own_leads on deals as restrictive to picket_sales
  using (lead_id is null or exists (select from leads where leads.id = deals.lead_id));
create trigger deals_take_lead after insert on deals for each row
  when (current_user = 'picket_sales' and new.lead_id is not null)
  execute function take_lead_of_row();

create function take_deal() returns trigger language plpgsql as $$
declare me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  if tg_op = 'INSERT' then
    new.owner_id := coalesce(new.owner_id, me);
  elsif old.owner_id is null and new.owner_id is null
    and to_jsonb(new) - '{position}'::text[] <> to_jsonb(old) - '{position}'::text[] then
    new.owner_id := me;
  end if;
  return new;
end $$;
create trigger deals_taken before insert or update on deals for each row
  when (current_user = 'picket_sales') execute function take_deal();

-- rule: the event that moved the deal; null if a user did. Each estimate moves a deal once per rule.
create table deal_events (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  deal_id uuid not null,
  kind text not null check (kind in ('created', 'moved', 'lost', 'reopened', 'owner', 'expected_close', 'amount')),
  at timestamptz not null,
  was text,
  became text,
  rule text check (rule in ('sent', 'accepted', 'paid')),
  estimate_id uuid,
  by_user_id uuid,
  by_name text,
  foreign key (company_id, deal_id) references deals (company_id, id) on delete cascade,
  check ((by_user_id is null) = (by_name is null))
);
create index deal_events_newest on deal_events (deal_id, at desc, id desc);
create unique index deal_events_rule_once on deal_events (deal_id, rule, estimate_id, kind)
  where rule is not null and kind <> 'amount';
call pg_temp.of_company('deal_events');
create policy own_deals on deal_events as restrictive to picket_sales
  using (exists (select from deals where deals.id = deal_events.deal_id));

-- Every rule is on for a company without a row.
create table crm_rules (
  company_id uuid primary key references company_profiles on delete cascade,
  make_deal boolean not null default true,
  follow_sent boolean not null default true,
  follow_accepted boolean not null default true,
  follow_paid boolean not null default true,
  -- where new deals go; null: the first pipeline of the oldest organization
  pipeline_id uuid,
  constraint crm_rules_pipeline foreign key (company_id, pipeline_id)
    references pipelines (company_id, id) on delete set null (pipeline_id)
);
call pg_temp.of_company('crm_rules');

-- as tell_live() for leads; the board is small, so the company alone is said
create function tell_live_crm() returns trigger language plpgsql as $$
declare changed record;
begin
  for changed in select distinct company_id from changed_rows loop
    perform pg_notify('picket_live', json_build_object('companyId', changed.company_id, 'crm', true)::text);
  end loop;
  return null;
end $$;
do $$
declare watched text;
begin
  foreach watched in array array['organizations', 'pipelines', 'pipeline_stages', 'deals'] loop
    execute format('create trigger %I after insert on %I referencing new table as changed_rows
      for each statement execute function tell_live_crm()', watched || '_live_insert', watched);
    execute format('create trigger %I after update on %I referencing new table as changed_rows
      for each statement execute function tell_live_crm()', watched || '_live_update', watched);
    execute format('create trigger %I after delete on %I referencing old table as changed_rows
      for each statement execute function tell_live_crm()', watched || '_live_delete', watched);
  end loop;
end $$;

grant select, insert, update, delete on organizations, pipelines, pipeline_stages, deals, deal_events, crm_rules to
  picket_app, picket_system;

-- ——— site visits and calendars

-- the company's settings, and those of members who have their own
create table visit_settings (
  company_id uuid not null references company_profiles on delete cascade,
  -- null: the company's
  user_id uuid,
  enabled boolean not null,
  -- [{weekday, from, to}], wall-clock time in the company's zone
  hours jsonb not null check (jsonb_typeof(hours) = 'array' and jsonb_array_length(hours) <= 50),
  length_minutes integer not null check (length_minutes between 15 and 240),
  step_minutes integer not null check (step_minutes between 5 and 60),
  -- null: reckoned from the addresses
  travel_minutes integer check (travel_minutes between 0 and 120),
  notice_hours integer not null check (notice_hours between 0 and 336),
  horizon_days integer not null check (horizon_days between 1 and 90),
  max_per_day integer not null check (max_per_day between 1 and 50),
  unique nulls not distinct (company_id, user_id),
  foreign key (company_id, user_id) references company_members (company_id, user_id) on delete cascade
);
call pg_temp.of_company('visit_settings');
create trigger visit_settings_live after insert or update on visit_settings for each row execute function tell_live_settings();

create table visits (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  -- null once the member has left the company
  user_id uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- the visit and the way to the member's next one, so that Postgres refuses two visits that one person can't make
  blocked tstzrange not null check (lower(blocked) = starts_at and upper(blocked) >= ends_at),
  status text not null default 'booked' check (status in ('booked', 'cancelled', 'done', 'no_show')),
  note text not null default '' check (char_length(note) <= 1000),
  -- rises with each change that a calendar has to follow (RFC 5545, 3.8.7.4)
  sequence integer not null default 0 check (sequence >= 0),
  token_hash text not null unique,
  sealed_token text not null,
  idempotency_key text check (char_length(idempotency_key) between 1 and 200),
  created_at timestamptz not null,
  unique (company_id, idempotency_key),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references company_members (company_id, user_id) on delete set null (user_id),
  constraint visits_apart exclude using gist (company_id with =, user_id with =, blocked with &&)
    where (status <> 'cancelled')
);
create index visits_lead on visits (company_id, lead_id);
create index visits_start on visits (company_id, starts_at);
create index visits_member on visits (company_id, user_id, starts_at);
call pg_temp.of_company('visits');
call pg_temp.of_lead('visits');
create trigger visits_take_lead after insert on visits for each row
  when (current_user = 'picket_sales' and new.lead_id is not null) execute function take_lead_of_row();

create table visit_feeds (
  company_id uuid not null references company_profiles on delete cascade,
  user_id uuid not null,
  token_hash text not null unique,
  sealed_token text not null,
  created_at timestamptz not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references company_members (company_id, user_id) on delete cascade
);
call pg_temp.of_company('visit_feeds');

create table busy_calendars (
  company_id uuid not null references company_profiles on delete cascade,
  user_id uuid not null,
  -- the address is a secret of the member, so it's stored encrypted
  sealed_url text not null,
  -- when it's read next; while it's being read, that's the next time already
  due_at timestamptz not null,
  -- null until it was read for the first time
  checked_at timestamptz,
  events integer not null default 0 check (events >= 0),
  -- why the last read failed; the busy times of the last good one stay
  error text,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references company_members (company_id, user_id) on delete cascade
);
create index busy_calendars_due on busy_calendars (due_at);
call pg_temp.of_company('busy_calendars');

create table busy_times (
  company_id uuid not null,
  user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (company_id, user_id, starts_at),
  foreign key (company_id, user_id) references busy_calendars (company_id, user_id) on delete cascade
);
call pg_temp.of_company('busy_times');

grant select, insert, update, delete on visit_settings, visits, visit_feeds, busy_calendars, busy_times to picket_app,
  picket_system;

-- ——— instant estimates

create table instant_settings (
  company_id uuid primary key references company_profiles on delete cascade,
  enabled boolean not null,
  max_total_cents bigint not null check (max_total_cents > 0),
  max_feet numeric(9, 2) not null check (max_feet > 0),
  -- empty: the service area
  zips text[] not null check (cardinality(zips) <= 1000),
  -- empty: all materials
  material_ids uuid[] not null check (cardinality(material_ids) <= 200),
  require_drawing boolean not null,
  visit_first boolean not null
);
call pg_temp.of_company('instant_settings');
create trigger instant_settings_live after insert or update on instant_settings for each row
  execute function tell_live_settings();

-- what became of a homeowner's request: 'pending' until it's decided, 'sent' with its estimate, or why none was sent
create table instant_requests (
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  state text not null check (state in ('pending', 'sent', 'off', 'held', 'quota', 'recent', 'zip', 'material', 'price',
    'drawing', 'feet', 'total', 'visit')),
  -- the request that it's about, because several requests can join one lead
  idempotency_key text not null,
  -- whose limits apply; null if the network isn't known
  network text,
  estimate_id uuid,
  primary key (company_id, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, estimate_id) references estimates (company_id, id),
  constraint instant_requests_sent check ((state = 'sent') = (estimate_id is not null))
);
create index instant_requests_pending on instant_requests (company_id) where state = 'pending';
create index instant_requests_estimate on instant_requests (company_id, estimate_id) where estimate_id is not null;
call pg_temp.of_company('instant_requests');
call pg_temp.of_lead('instant_requests');

grant select, insert, update, delete on instant_settings, instant_requests to picket_app, picket_system;

-- ——— the AI assistant

create table agent_settings (
  company_id uuid primary key references company_profiles (id) on delete cascade,
  widget boolean not null default true,
  estimate_page boolean not null default true,
  sms text not null default 'draft' check (sms in ('off', 'draft', 'auto')),
  email text not null default 'off' check (email in ('off', 'draft', 'auto')),
  hours text not null default 'always' check (hours in ('always', 'closed')),
  tone text not null default '' check (char_length(tone) <= 300),
  forbidden_topics text not null default '' check (char_length(forbidden_topics) <= 1000),
  monthly_budget_cents integer not null default 2000 check (monthly_budget_cents between 0 and 1000000),
  open_hours jsonb not null default '[]'
);
call pg_temp.of_company('agent_settings');

create table agent_facts (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles (id) on delete cascade,
  question text not null check (char_length(question) between 1 and 300),
  answer text not null check (char_length(answer) between 1 and 2000),
  created_at timestamptz not null
);
create index agent_facts_company on agent_facts (company_id);
call pg_temp.of_company('agent_facts');

create table agent_conversations (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles (id) on delete cascade,
  -- moves with a lead that is merged; a deleted lead leaves the conversation
  lead_id uuid,
  ticket_id uuid,
  state jsonb not null,
  messages integer not null default 0,
  handed_over_at timestamptz,
  taken_over_at timestamptz,
  created_at timestamptz not null,
  channel text not null default 'widget' check (channel in ('widget', 'estimate_page', 'sms', 'email')),
  handover jsonb,
  unique (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete set null (lead_id),
  constraint agent_conversations_handover_check
    check (handover is null or handed_over_at is not null)
);
create index agent_conversations_lead on agent_conversations (company_id, lead_id) where lead_id is not null;
create index agent_conversations_ticket on agent_conversations (ticket_id);
create index agent_conversations_handed_over on agent_conversations (company_id, handed_over_at)
  where handed_over_at is not null and taken_over_at is null;
call pg_temp.of_company('agent_conversations');
-- as for other parts of a lead: the role sales sees its own and unassigned leads'
create policy own_leads on agent_conversations as restrictive to picket_sales
  using (lead_id is null or exists (select from leads where leads.id = agent_conversations.lead_id));

create table agent_messages (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  conversation_id uuid not null,
  author text not null check (author in ('homeowner', 'agent')),
  body text not null check (char_length(body) between 1 and 8000),
  at timestamptz not null,
  -- a homeowner's message is written before it is answered
  status text not null default 'answered' check (status in ('asked', 'answered')),
  -- the sender's own id of the message, so that a repeated one gets the same answer
  client_id uuid,
  -- of a homeowner's message: its answer; null if a member answers
  answer_id uuid references agent_messages (id) on delete set null,
  -- of an answer: what came with its words, and the last message that it answers
  outcome jsonb,
  foreign key (company_id, conversation_id) references agent_conversations (company_id, id) on delete cascade,
  constraint agent_messages_asks check (author = 'homeowner' or status = 'answered')
);
create index agent_messages_conversation on agent_messages (company_id, conversation_id, id);
create unique index agent_messages_client on agent_messages (conversation_id, client_id) where client_id is not null;
create index agent_messages_asked on agent_messages (company_id, conversation_id) where status = 'asked';
create index agent_messages_answer on agent_messages (answer_id) where answer_id is not null;
call pg_temp.of_company('agent_messages');
call pg_temp.of_lead('agent_messages', 'conversation_id', 'agent_conversations');

create table agent_unanswered (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  conversation_id uuid not null,
  question text not null check (char_length(question) between 1 and 2000),
  at timestamptz not null,
  foreign key (company_id, conversation_id) references agent_conversations (company_id, id) on delete cascade
);
create index agent_unanswered_company on agent_unanswered (company_id, at);
call pg_temp.of_company('agent_unanswered');
call pg_temp.of_lead('agent_unanswered', 'conversation_id', 'agent_conversations');

create table agent_costs (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles (id) on delete cascade,
  conversation_id uuid,
  model text not null,
  -- 'open' while the model speaks: cost_micros is then the most that it can cost
  status text not null default 'open' check (status in ('open', 'used', 'discarded', 'failed')),
  reason text,
  input_tokens integer not null default 0 check (input_tokens >= 0),
  output_tokens integer not null default 0 check (output_tokens >= 0),
  -- millionths of a US dollar
  cost_micros bigint not null check (cost_micros >= 0),
  at timestamptz not null,
  foreign key (company_id, conversation_id) references agent_conversations (company_id, id)
    on delete set null (conversation_id)
);
create index agent_costs_company on agent_costs (company_id, at);
create index agent_costs_conversation on agent_costs (company_id, conversation_id);
create index agent_costs_at on agent_costs (at);
call pg_temp.of_company('agent_costs');
-- as for conversations: the role sales sees its own and unassigned leads'
create policy own_leads on agent_costs as restrictive to picket_sales
  using (conversation_id is null
    or exists (select from agent_conversations where agent_conversations.id = agent_costs.conversation_id));

-- a homeowner's text or email that the agent may answer
create table agent_replies (
  -- the homeowner's message; of several in a row, the last one's row has the answer
  message_id uuid primary key references messages (id) on delete cascade,
  company_id uuid not null references company_profiles (id) on delete cascade,
  lead_id uuid not null,
  channel text not null check (channel in ('sms', 'email')),
  status text not null default 'waiting'
    check (status in ('waiting', 'joined', 'draft', 'queued', 'sent', 'discarded', 'dropped')),
  answer text check (char_length(answer) between 1 and 8000),
  -- nobody answers before this, so that two messages in a row get one answer
  due_at timestamptz not null,
  created_at timestamptz not null,
  check ((answer is null) or status in ('draft', 'queued', 'sent', 'discarded', 'dropped')),
  check ((answer is not null) or status in ('waiting', 'joined', 'dropped')),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create unique index agent_replies_draft on agent_replies (lead_id) where status = 'draft';
create index agent_replies_due on agent_replies (due_at) where status = 'waiting';
create index agent_replies_lead on agent_replies (company_id, lead_id);
call pg_temp.of_company('agent_replies');
call pg_temp.of_lead('agent_replies');

grant select, insert, update, delete on agent_settings, agent_facts, agent_conversations, agent_messages,
  agent_unanswered, agent_costs, agent_replies to picket_app, picket_system;

-- ——— reports

create table source_costs (
  company_id uuid not null references company_profiles on delete cascade,
  source text not null check (source = btrim(source) and length(source) between 1 and 60),
  month date not null check (extract(day from month) = 1),
  cost_cents bigint not null check (cost_cents between 0 and 99999999999),
  primary key (company_id, source, month)
);
call pg_temp.of_company('source_costs');

-- leads whose facts are to be read again; only ever appended to, so that writers never wait for each other here
create table report_marks (
  id bigint generated always as identity,
  company_id uuid not null,
  lead uuid not null,
  primary key (company_id, id)
);
call pg_temp.of_company('report_marks');

-- what one lead counts for in reports, as the tallies contain it; id is the lead's
create table report_facts (
  id uuid primary key,
  company_id uuid not null,
  created_at timestamptz not null,
  source text not null,
  material_id uuid,
  material_type text,
  zip text,
  user_id uuid,
  stage smallint not null check (stage between 0 and 5),
  won boolean not null,
  won_cents bigint not null,
  accepted_at timestamptz,
  outstanding_cents bigint not null,
  deposited_cents bigint not null,
  answer_minutes double precision,
  answer_bucket smallint,
  steps integer[] not null,
  replies integer[] not null,
  reasons text[] not null,
  first_touch text,
  last_touch text,
  paid_slots text[] not null,
  paid_cents bigint[] not null,
  check ((answer_minutes is null) = (answer_bucket is null)),
  constraint report_facts_paid_check check (cardinality(paid_slots) = cardinality(paid_cents))
);
create index report_facts_newest on report_facts (company_id, created_at desc, id desc);
create index report_facts_answers on report_facts (company_id, answer_bucket, created_at) where answer_bucket is not null;
create index report_facts_zip on report_facts (company_id, zip, created_at) where zip is not null;
create index report_facts_paid on report_facts (company_id, created_at) where deposited_cents <> 0;
create index report_facts_owed on report_facts (company_id, created_at) where outstanding_cents > 0;
create index report_facts_owed_since on report_facts (company_id, accepted_at) where outstanding_cents > 0;
call pg_temp.of_company('report_facts');

-- sums over facts: of a UTC day or month, of all leads ('') or those of one source, material or person
create table report_tallies (
  company_id uuid not null,
  grain text not null check (grain in ('day', 'month')),
  filter text not null,
  day date not null,
  item text not null,
  n bigint not null,
  sent bigint not null,
  won bigint not null,
  cents bigint not null,
  primary key (company_id, grain, filter, day, item)
);
call pg_temp.of_company('report_tallies');

create function mark_added_leads() returns trigger language plpgsql as $$
begin
  insert into report_marks (company_id, lead) select company_id, id from added;
  return null;
end $$;
create trigger leads_report_insert after insert on leads referencing new table as added
  for each statement execute function mark_added_leads();

create function mark_lead() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into report_marks (company_id, lead) values (old.company_id, old.id);
  else
    insert into report_marks (company_id, lead) values (new.company_id, new.id);
  end if;
  return null;
end $$;
create trigger leads_report_update after update on leads for each row
  when ((old.created_at, old.held_at is null, old.status, old.outcome, old.outcome_reason, old.estimate_sent_at,
      old.quote_cents, old.source, old.material_id, old.material_type, old.zip, old.assigned_to, old.attribution)
    is distinct from
    (new.created_at, new.held_at is null, new.status, new.outcome, new.outcome_reason, new.estimate_sent_at,
      new.quote_cents, new.source, new.material_id, new.material_type, new.zip, new.assigned_to, new.attribution))
  execute function mark_lead();
create trigger leads_report_delete after delete on leads for each row execute function mark_lead();

-- for rows that belong to a lead; one that moves to another lead marks both
create function mark_lead_of() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.company_id is not null and old.lead_id is not null then
      insert into report_marks (company_id, lead) values (old.company_id, old.lead_id);
    end if;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.lead_id is distinct from old.lead_id) then
    if new.company_id is not null and new.lead_id is not null then
      insert into report_marks (company_id, lead) values (new.company_id, new.lead_id);
    end if;
  end if;
  return null;
end $$;
create trigger estimates_report_new after insert or delete on estimates for each row execute function mark_lead_of();
create trigger estimates_report_update after update on estimates for each row
  when ((old.lead_id, old.version, old.sent_at, old.total_cents, old.first_viewed_at is null, old.declined_at is null,
      old.decline_reason)
    is distinct from
    (new.lead_id, new.version, new.sent_at, new.total_cents, new.first_viewed_at is null, new.declined_at is null,
      new.decline_reason))
  execute function mark_lead_of();
create trigger acceptances_report after insert or update or delete on estimate_acceptances
  for each row execute function mark_lead_of();
create trigger payments_report_new after insert or delete on payments for each row execute function mark_lead_of();
create trigger payments_report_update after update on payments for each row
  when ((old.lead_id, old.status, old.amount_cents, old.refunded_cents, old.extra, old.paid_at)
    is distinct from (new.lead_id, new.status, new.amount_cents, new.refunded_cents, new.extra, new.paid_at))
  execute function mark_lead_of();
create trigger estimate_offers_report after insert or update or delete on estimate_offers
  for each row execute function mark_lead_of();
-- replies, what a person typed, and follow-ups
create trigger messages_report_insert after insert on messages for each row
  when ((new.direction = 'in' or new.kind in ('message.typed', 'mail.own'))
    or new.kind = 'follow-up' and new.status in ('sent', 'delivered'))
  execute function mark_lead_of();
create trigger messages_report_delete after delete on messages for each row
  when ((old.direction = 'in' or old.kind in ('message.typed', 'mail.own'))
    or old.kind = 'follow-up' and old.status in ('sent', 'delivered'))
  execute function mark_lead_of();
create trigger messages_report_update after update on messages for each row
  when ((new.direction = 'in' or new.kind in ('message.typed', 'mail.own'))
    and (old.lead_id, old.status, old.at, old.automated) is distinct from
      (new.lead_id, new.status, new.at, new.automated))
  execute function mark_lead_of();

create function mark_lead_of_estimate() returns trigger language plpgsql as $$
begin
  insert into report_marks (company_id, lead) select company_id, lead_id from estimates where id = new.estimate_id;
  return null;
end $$;
create trigger estimate_changes_report after update of status on estimate_changes for each row
  when (new.status in ('signed', 'credited')) execute function mark_lead_of_estimate();

create function mark_leads_of_follow_ups() returns trigger language plpgsql as $$
begin
  insert into report_marks (company_id, lead)
  select after.company_id, lead from old_rows before join new_rows after using (id)
  cross join lateral unnest(case when before.lead_id = after.lead_id then array[after.lead_id]
    else array[before.lead_id, after.lead_id] end) lead
  where after.kind = 'follow-up'
    and (before.lead_id, before.schedule_id, before.status in ('sent', 'delivered'), before.sent_at)
      is distinct from (after.lead_id, after.schedule_id, after.status in ('sent', 'delivered'), after.sent_at);
  return null;
end $$;
create trigger steps_report_update after update on messages referencing old table as old_rows new table as new_rows
  for each statement execute function mark_leads_of_follow_ups();

grant select, insert, update, delete on source_costs, report_marks, report_facts, report_tallies to picket_app,
  picket_system;

-- ——— company exports

-- a zip of all of a company's data; 'removed' once its parts were deleted
create table company_exports (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  requested_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'removed')),
  -- names the worker that makes it, so that one that lost its lease writes nothing more
  claim uuid,
  claimed_until timestamptz,
  attempts integer not null default 0,
  rows_done bigint not null default 0,
  rows_total bigint,
  size bigint not null default 0,
  finished_at timestamptz,
  -- when its parts are deleted
  deletes_at timestamptz,
  unique (company_id, id),
  constraint company_exports_done check (status <> 'done' or (finished_at is not null and deletes_at is not null))
);
create unique index company_exports_one on company_exports (company_id) where status in ('waiting', 'running');
create index company_exports_open on company_exports (requested_at) where status in ('waiting', 'running');
create index company_exports_old on company_exports (deletes_at) where status = 'done';
create index company_exports_newest on company_exports (company_id, requested_at desc);
call pg_temp.of_company('company_exports');
-- sales members don't export
create policy no_exports on company_exports as restrictive to picket_sales using (false);

create table company_export_parts (
  company_id uuid not null,
  export_id uuid not null,
  position integer not null,
  content bytea not null,
  primary key (export_id, position),
  foreign key (company_id, export_id) references company_exports (company_id, id) on delete cascade
);
create index company_export_parts_company on company_export_parts (company_id, export_id);
alter table company_export_parts alter column content set storage external;
call pg_temp.of_company('company_export_parts');
create policy no_exports on company_export_parts as restrictive to picket_sales using (false);

grant select, insert, update, delete on company_exports, company_export_parts to picket_app, picket_system;

-- ——— the platform

-- one row an act, in the transaction of the act. Nobody is referred to: it must outlive whom it is about
create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  -- null: someone with a shell on the server
  actor_id uuid,
  -- who it was in words: an email address, or the command
  actor text not null,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text not null check (subject_kind in
    ('user', 'company', 'message', 'stripe_event', 'feedback', 'provider', 'platform')),
  subject_id text not null,
  -- what it was called then
  subject text not null,
  before jsonb,
  after jsonb,
  ip text
);
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_of_company on audit_log (subject_id, at desc, id desc) where subject_kind = 'company';

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function audit_log_is_append_only();

create table feedback (
  id uuid primary key default uuidv7(),
  -- null: written without signing in
  user_id uuid references users on delete set null,
  name text,
  email text,
  category text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  priority boolean not null default false,
  answered_at timestamptz,
  urgent boolean not null generated always as (priority and answered_at is null) stored
);
create index feedback_newest on feedback (created_at desc, id desc);
create index feedback_unread on feedback (created_at) where read_at is null;
create index feedback_user on feedback (user_id) where user_id is not null;
create index feedback_inbox on feedback (urgent desc, created_at desc, id desc);
create index feedback_priority on feedback (created_at) where priority;

create table feedback_replies (
  id uuid primary key default uuidv7(),
  feedback_id uuid not null references feedback on delete cascade,
  direction text not null check (direction in ('out', 'in')),
  text text not null check (length(text) between 1 and 20000),
  -- the admin who wrote it
  written_by uuid references users on delete set null,
  -- the sender of an email, and its Message-ID, which is taken once
  from_address text,
  message_id text,
  at timestamptz not null,
  constraint feedback_replies_message unique (feedback_id, message_id),
  constraint feedback_replies_sender check ((direction = 'in') = (message_id is not null and from_address is not null))
);
create index feedback_replies_thread on feedback_replies (feedback_id, at, id);

-- no company: a recipient's budget binds over all companies. Keys are hashes
create table budget_spends (
  budget text not null,
  key_hash text not null,
  at timestamptz not null,
  amount integer not null check (amount > 0)
);
create index budget_spends_window on budget_spends (budget, key_hash, at);
create index budget_spends_by_time on budget_spends (budget, at) include (amount);
create index budget_spends_age on budget_spends (at);

-- what admins may pause for the whole platform: a row is there while it is paused
create table platform_pauses (
  what text primary key check (what in ('new_people')),
  paused_at timestamptz not null
);

-- work that is done once a night by whichever worker comes first; business time, save the lease
create table nightly_runs (
  job text not null,
  night timestamptz not null,
  claimed_until timestamptz,
  finished_at timestamptz,
  result jsonb,
  primary key (job, night)
);

-- totals since ever, added to by every worker
create table counters (
  name text not null,
  labels text not null,
  value double precision not null default 0,
  primary key (name, labels)
);

create table worker_heartbeats (
  worker_id uuid primary key,
  swept_at timestamptz not null
);

grant select, insert on budget_spends to picket_app;
grant select on platform_pauses to picket_app;
grant select, insert, delete on budget_spends, platform_pauses to picket_system;
grant select, insert, update, delete on nightly_runs, counters, worker_heartbeats to picket_system;
grant select, insert, update on feedback to picket_system;
grant select, insert on audit_log, feedback_replies to picket_system;

drop procedure pg_temp.of_company, pg_temp.of_nobody, pg_temp.of_lead;
