import { type Kysely, sql } from 'kysely';

/** Adds the members' own calendars, whose busy times block visits. */
export const up = (db: Kysely<unknown>): Promise<unknown> => sql.raw(busy).execute(db);

const tenant = (table: string): string => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on ${table} to picket_system using (true) with check (true);
grant select, insert, update, delete on ${table} to picket_app, picket_system;
`;

const busy = `
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
${tenant('busy_calendars')}
create table busy_times (
  company_id uuid not null,
  user_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (company_id, user_id, starts_at),
  foreign key (company_id, user_id) references busy_calendars (company_id, user_id) on delete cascade
);
${tenant('busy_times')}
`;
