import { type Kysely, sql } from 'kysely';

/** What a company has its customers reminded of by itself. What is to go out lies in the outbox, with its day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [table, tenancy, live, waiting]) await sql.raw(statement).execute(db);
}

const table = `
-- without a row a rule is off, with the product's defaults
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
alter table reminder_rules enable row level security;
alter table reminder_rules force row level security;
create policy tenant on reminder_rules to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on reminder_rules to picket_system using (true) with check (true);
grant select, insert, update, delete on reminder_rules to picket_app, picket_system;
`;

const live = `
create trigger reminder_rules_live_insert after insert on reminder_rules
  for each row execute function tell_live_settings();
create trigger reminder_rules_live_update after update on reminder_rules
  for each row when (old.* is distinct from new.*) execute function tell_live_settings();
`;

// what waits for its day at one lead
const waiting = `create index outbox_of_lead on outbox (lead_id) where status = 'scheduled' and lead_id is not null;`;
