import { type Kysely, sql } from 'kysely';

/** What a company has proven, what it may spend on strangers, and leads that are held for review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [proofs, held, tickets, budgets, codes]) await sql.raw(statement).execute(db);
}

// a notice phone that nobody has proven becomes pending; an owner's confirmed address counts for the company's
const proofs = `
alter table company_profiles
  add column email_confirmed_at timestamptz,
  add column pending_email text,
  add column pending_notify_phone text check (pending_notify_phone ~ '^\\+1\\d{10}$');
set role picket_system;
update company_profiles set pending_notify_phone = notify_phone, notify_phone = null where notify_phone is not null;
update company_profiles set email_confirmed_at = users.email_verified_at
  from users where users.id = company_profiles.user_id and lower(users.email) = lower(company_profiles.email);
reset role;
`;

const held = `
alter table leads
  add column held_at timestamptz,
  add column held_for text[] not null default '{}',
  add column spam_at timestamptz,
  add constraint leads_spam_is_held check (spam_at is null or held_at is not null),
  add constraint leads_held_for_a_reason check ((held_at is null) = (held_for = '{}'));
create index leads_held on leads (company_id, created_at desc, id desc) where held_at is not null;
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
alter table widget_tickets enable row level security;
alter table widget_tickets force row level security;
create policy tenant on widget_tickets to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on widget_tickets to picket_system using (true) with check (true);
grant select, insert, update, delete on widget_tickets to picket_app, picket_system;
`;

// no company: a recipient's budget binds over all companies. Keys are hashes
const budgets = `
create table budget_spends (
  budget text not null,
  key_hash text not null,
  at timestamptz not null,
  amount integer not null check (amount > 0)
);
create index budget_spends_window on budget_spends (budget, key_hash, at);
create index budget_spends_age on budget_spends (at);
grant select, insert on budget_spends to picket_app;
grant select, insert, delete on budget_spends to picket_system;
`;

const codes = `
create table company_codes (
  company_id uuid not null references company_profiles on delete cascade,
  what text not null check (what in ('email', 'notifyPhone')),
  target text not null,
  code_hash text not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  primary key (company_id, what)
);
alter table company_codes enable row level security;
alter table company_codes force row level security;
create policy tenant on company_codes to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on company_codes to picket_system using (true) with check (true);
grant select, insert, update, delete on company_codes to picket_app, picket_system;
`;
