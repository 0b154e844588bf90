import { type Kysely, sql } from 'kysely';

/** Adds visits that homeowners and members book, their settings, and the events about them on the timeline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [settings, visits, timeline]) await sql.raw(statement).execute(db);
}

const tenant = (table: string): string => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on ${table} to picket_system using (true) with check (true);
grant select, insert, update, delete on ${table} to picket_app, picket_system;
`;

const settings = `
create extension if not exists btree_gist;

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
${tenant('visit_settings')}
create trigger visit_settings_live after insert or update on visit_settings for each row execute function tell_live_settings();
`;

const visits = `
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
${tenant('visits')}
-- as for other parts of a lead: the role sales sees its own and unassigned leads'
create policy own_leads on visits as restrictive to picket_sales
  using (exists (select from leads where leads.id = visits.lead_id));
create trigger visits_take_lead after insert on visits for each row
  when (current_user = 'picket_sales' and new.lead_id is not null) execute function take_lead_of_row();
`;

const timeline = `
alter table timeline_events drop constraint timeline_events_kind_check;
alter table timeline_events add constraint timeline_events_kind_check check (kind in ('lead_created', 'note',
  'status_changed', 'estimate_sent', 'estimate_viewed', 'estimate_accepted', 'estimate_declined', 'question',
  'schedule_activated', 'schedule_stopped', 'message_sent', 'message_delivered', 'message_failed', 'message_skipped',
  'message_unknown', 'reply_received', 'opted_out', 'opted_in', 'payment', 'refund', 'dispute', 'agent_talk',
  'visit_booked', 'visit_moved', 'visit_cancelled', 'visit_done', 'visit_missed'));
`;
