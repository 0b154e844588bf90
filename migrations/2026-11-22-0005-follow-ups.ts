import { type Kysely, sql } from 'kysely';

/** Follow-ups: a lead's schedule with its messages, and what a company has its customers reminded of by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [schedules, messages, queue, reminders, tenancy, live]) await sql.raw(statement).execute(db);
}

// a lead has one schedule; one that ended because of a merge keeps its messages and belongs to none
const schedules = `
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
`;

const messages = `
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
  -- set by the first try that puts due_at off, so that the 72 hours (C17) are not counted anew; null: due_at is it
  first_due_at timestamptz,
  -- T8's one try, later, is counted by itself: an earlier 429, or a worker that was killed, must not use it up
  tried_later boolean not null default false,
  constraint follow_up_messages_step_unique unique (schedule_id, step, channel),
  constraint follow_up_messages_due check (status in ('draft', 'cancelled', 'skipped') or due_at is not null),
  foreign key (company_id, lead_id) references leads (company_id, id),
  foreign key (company_id, schedule_id) references follow_up_schedules (company_id, id)
) with (fillfactor = 50);
create index follow_up_messages_lead on follow_up_messages (lead_id);
`;

// as outbox's: a drain walks one channel of one company by (due_at, id) and never comes by the same row twice. With
// claimed_until in no index, and room in the pages, a claim is an update inside its page (HOT) that writes to none
const queue = `
create index follow_up_messages_waiting on follow_up_messages (company_id, channel, due_at, id) where status = 'scheduled';
create index follow_up_messages_sending on follow_up_messages (company_id, id) where status = 'sending';
-- what the Admin Panel lists: newest first by the last try
create index follow_up_messages_failures on follow_up_messages ((coalesce(sending_at, due_at)) desc, id desc)
  where status in ('failed', 'unknown');
`;

const reminders = `
-- without a row a rule is off, with the product's defaults. What is to go out lies in the outbox, with its day
create table reminder_rules (
  company_id uuid not null references company_profiles on delete cascade,
  rule text not null check (rule in ('not_viewed', 'not_answered', 'expiring', 'balance', 'review')),
  enabled boolean not null,
  days integer not null check (days between 1 and 30),
  channel text not null check (channel in ('sms', 'email', 'both')),
  message text not null check (length(btrim(message)) between 1 and 1600),
  review_url text check (review_url like 'https://%' and length(review_url) <= 500),
  primary key (company_id, rule),
  constraint reminder_rules_review_url check (review_url is null or rule = 'review'),
  constraint reminder_rules_review_needs_url check (not enabled or rule <> 'review' or review_url is not null)
);
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['follow_up_schedules', 'follow_up_messages', 'reminder_rules'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
    execute format('grant select, insert, update, delete on %I to picket_app, picket_system', tenant);
  end loop;
end $$;
`;

const live = `
create trigger reminder_rules_live_insert after insert on reminder_rules
  for each row execute function tell_live_settings();
create trigger reminder_rules_live_update after update on reminder_rules
  for each row when (old.* is distinct from new.*) execute function tell_live_settings();
`;
