import { type Kysely, sql } from 'kysely';

/**
 * The platform's own: what admins did and may pause, what people wrote to us, budgets for messages to strangers, nightly
 * runs, and the counters behind /metrics. None of these tables has a company.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [audit, feedback, budgets, pauses, upkeep]) await sql.raw(statement).execute(db);
}

// one row an act, in the transaction of the act. Nobody is referred to: it must outlive whom it is about
const audit = `
create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  -- null: someone with a shell on the server
  actor_id uuid,
  -- who it was in words: an email address, or the command
  actor text not null,
  action text not null check (action ~ '^[a-z_]+\\.[a-z_]+$'),
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
create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function audit_log_is_append_only();
grant select, insert on audit_log to picket_system;
`;

const feedback = `
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
  read_at timestamptz
);
create index feedback_newest on feedback (created_at desc, id desc);
create index feedback_unread on feedback (created_at) where read_at is null;
create index feedback_user on feedback (user_id) where user_id is not null;
grant select, insert, update on feedback to picket_system;
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
create index budget_spends_by_time on budget_spends (budget, at) include (amount);
create index budget_spends_age on budget_spends (at);
grant select, insert on budget_spends to picket_app;
grant select, insert, delete on budget_spends to picket_system;
`;

const pauses = `
-- what admins may pause for the whole platform: a row is there while it is paused
create table platform_pauses (
  what text primary key check (what in ('new_people')),
  paused_at timestamptz not null
);
grant select on platform_pauses to picket_app;
grant select, insert, delete on platform_pauses to picket_system;
`;

const upkeep = `
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
  started_at timestamptz not null,
  swept_at timestamptz not null
);
grant select, insert, update, delete on nightly_runs, counters, worker_heartbeats to picket_system;
`;
