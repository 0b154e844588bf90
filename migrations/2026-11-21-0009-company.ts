import { type Kysely, sql } from 'kysely';

/** The company's logo, and what the first-run checklist goes by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [logos, setup]) await sql.raw(statement).execute(db);
}

// pictures drawn by us, named by their content. Never deleted: mails and estimates that went out show them
const logos = `
create table company_logos (
  company_id uuid not null references company_profiles on delete cascade,
  -- SHA-256 of content
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- a PNG
  content bytea not null check (octet_length(content) between 1 and 1048576),
  width integer not null check (width between 1 and 600),
  height integer not null check (height between 1 and 300),
  created_at timestamptz not null,
  primary key (company_id, hash)
);
create index company_logos_hash on company_logos (hash);
alter table company_logos enable row level security;
alter table company_logos force row level security;
create policy tenant on company_logos to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on company_logos to picket_system using (true) with check (true);
grant select, insert on company_logos to picket_app, picket_system;
alter table company_profiles
  add column logo_hash text,
  add constraint company_profiles_logo foreign key (id, logo_hash) references company_logos (company_id, hash);
`;

const setup = `
alter table company_profiles
  -- when a page of somebody else's first asked for the widget
  add column widget_seen_at timestamptz,
  -- done, or hidden by the contractor: it does not come back
  add column checklist_closed_at timestamptz;
alter table pricing_settings
  -- null: still the prices that every company starts with
  add column confirmed_at timestamptz;
`;
