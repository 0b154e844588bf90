import { type Kysely, sql } from 'kysely';

/**
 * The two roles of the product, and accounts: people, their sessions, mailed codes and links, two-factor sign-in,
 * and counted tries. None of these tables has a company; only `picket_system` reaches them. Needs Postgres 18 (uuidv7).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [roles, people, codes, tries, rights, told]) await sql.raw(statement).execute(db);
}

const roles = `
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

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
  email_verified_at timestamptz,
  google_sub text constraint users_google_unique unique,
  totp_sealed text,
  totp_pending_sealed text,
  totp_last_step bigint,
  -- counts up where every device cookie of the account ends: a new password
  device_epoch integer not null default 0,
  constraint users_email_unique unique (email)
);
create index users_newest on users (created_at desc, id desc);
create index users_unconfirmed on users (created_at) where email_verified_at is null;

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
`;

// one live code of each purpose a user: a new one replaces the old. Times are real, not the business clock's
const codes = `
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
`;

const tries = `
-- tries counted per address and account; the shape is rate-limiter-flexible's, key a hash, expire ms of real time
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
`;

const rights = `
grant select, insert, update, delete on users, sessions, user_roles, user_avatars, auth_codes, recovery_codes, rate_limits
  to picket_system;
`;

// tells every server process, at commit, which sessions ended and whose rights changed (streams.ts)
const told = `
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
`;
