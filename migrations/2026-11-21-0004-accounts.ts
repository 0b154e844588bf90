import { type Kysely, sql } from 'kysely';

/**
 * Accounts: confirmed addresses, mailed codes and links, two-factor sign-in, Google, sessions that can be told
 * apart. None of these tables has a company; only `picket_system` reaches them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [users, sessions, codes, recovery, avatars]) await sql.raw(statement).execute(db);
}

// who was there before had no way to confirm, and was made by hand
const users = `
alter table users
  add column email_verified_at timestamptz,
  add column google_sub text constraint users_google_unique unique,
  add column totp_sealed text,
  add column totp_pending_sealed text,
  add column totp_last_step bigint;
update users set email_verified_at = created_at;
create index users_unconfirmed on users (created_at) where email_verified_at is null;
`;

// id is a hash; public_id names a session to its owner and opens nothing
const sessions = `
alter table sessions
  add column public_id uuid not null default gen_random_uuid() constraint sessions_public_unique unique,
  add column user_agent text not null default '',
  add column last_seen_at timestamptz not null default now();
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
grant select, insert, update, delete on auth_codes to picket_system;
`;

const recovery = `
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_codes to picket_system;
`;

const avatars = `
create table user_avatars (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null constraint user_avatars_user_unique unique references users on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  content bytea not null check (length(content) <= 204800)
);
grant select, insert, update, delete on user_avatars to picket_system;
`;
