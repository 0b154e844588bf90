import { type Kysely, sql } from 'kysely';

/**
 * Adds daily counts of how often a company's form was shown, started, priced and sent. A ticket records how far its
 * visitor got, so each step counts once. A ticket may exist before its first lead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
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
alter table widget_days enable row level security;
alter table widget_days force row level security;
create policy tenant on widget_days to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on widget_days to picket_system using (true) with check (true);
grant select, insert, update, delete on widget_days to picket_app, picket_system;

alter table widget_tickets
  drop constraint widget_tickets_leads_check,
  add constraint widget_tickets_leads_check check (leads between 0 and 5),
  add column step smallint not null default 0 check (step between 0 and 3);
`)
    .execute(db);
}
