import { type Kysely, sql } from 'kysely';

/** Adds instant estimates: a company's bounds for them, and what became of each request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [settings, requests]) await sql.raw(statement).execute(db);
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
create table instant_settings (
  company_id uuid primary key references company_profiles on delete cascade,
  enabled boolean not null,
  max_total_cents bigint not null check (max_total_cents > 0),
  max_feet numeric(9, 2) not null check (max_feet > 0),
  -- empty: the service area
  zips text[] not null check (cardinality(zips) <= 1000),
  -- empty: all materials
  material_ids uuid[] not null check (cardinality(material_ids) <= 200),
  require_drawing boolean not null,
  visit_first boolean not null
);
${tenant('instant_settings')}
create trigger instant_settings_live after insert or update on instant_settings for each row
  execute function tell_live_settings();
`;

const requests = `
-- what became of a homeowner's request: 'pending' until it's decided, 'sent' with its estimate, or why none was sent
create table instant_requests (
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  state text not null check (state in ('pending', 'sent', 'off', 'held', 'quota', 'recent', 'zip', 'material', 'price',
    'drawing', 'feet', 'total', 'visit')),
  -- the request that it's about, because several requests can join one lead
  idempotency_key text not null,
  -- whose limits apply; null if the network isn't known
  network text,
  estimate_id uuid,
  primary key (company_id, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, estimate_id) references estimates (company_id, id),
  constraint instant_requests_sent check ((state = 'sent') = (estimate_id is not null))
);
create index instant_requests_pending on instant_requests (company_id) where state = 'pending';
create index instant_requests_estimate on instant_requests (company_id, estimate_id) where estimate_id is not null;
${tenant('instant_requests')}
-- as for other parts of a lead: the role sales sees its own and unassigned leads'
create policy own_leads on instant_requests as restrictive to picket_sales
  using (exists (select from leads where leads.id = instant_requests.lead_id));
`;
