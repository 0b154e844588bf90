import { type Kysely, sql } from 'kysely';

/**
 * The platform's own: what admins did, what people wrote to us, and why carriers refused a company. The two tables
 * have no company; only `picket_system` reaches them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [audit, feedback, registration, failures]) await sql.raw(statement).execute(db);
}

// one row an act, in the transaction of the act. Nobody is referred to: it must outlive whom it is about
const audit = `
create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  -- null: someone with a shell on the server
  actor_id uuid,
  -- who it was in words: a mail address, or the command
  actor text not null,
  action text not null check (action ~ '^[a-z_]+\\.[a-z_]+$'),
  subject_kind text not null check (subject_kind in ('user', 'company', 'message', 'stripe_event', 'feedback')),
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

// C21: rejected(reason)
const registration = `
alter table company_profiles
  add column sms_rejection_reason text,
  add constraint company_profiles_rejection check (sms_rejection_reason is null or sms_registration = 'rejected');
create index company_profiles_newest on company_profiles (created_at desc, id desc);
create index users_newest on users (created_at desc, id desc);
`;

// what the Admin Panel lists: newest first by the last try
const failures = `
create index follow_up_messages_failures on follow_up_messages ((coalesce(sending_at, due_at)) desc, id desc)
  where status in ('failed', 'unknown');
create index outbox_failures on outbox ((coalesce(sending_at, due_at)) desc, id desc)
  where status in ('failed', 'unknown');
create index stripe_events_failed on stripe_events (received_at desc, id desc)
  where error is not null and processed_at is null;
`;
