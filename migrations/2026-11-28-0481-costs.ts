import { type Kysely, sql } from 'kysely';

/** Stores what a company pays for materials and labor. Only its owners and managers can read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(costs).execute(db);
}

// items: cents by the key of an item in a list of materials. labor: minutes per foot, post, section, gate or leaf.
// Requests from sales members run as picket_sales, so they can't read costs even by mistake
const costs = `
create table company_costs (
  company_id uuid primary key references company_profiles on delete cascade,
  version integer not null default 1 check (version > 0),
  hourly_cents integer not null check (hourly_cents between 0 and 10000000),
  items jsonb not null check (jsonb_typeof(items) = 'object'),
  labor jsonb not null check (jsonb_typeof(labor) = 'array'),
  target_margin_bps integer check (target_margin_bps between 0 and 9999)
);
alter table company_costs enable row level security;
alter table company_costs force row level security;
create policy tenant on company_costs to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy no_costs on company_costs as restrictive for all to picket_sales using (false);
create policy crossing on company_costs to picket_system using (true) with check (true);
grant select, insert, update, delete on company_costs to picket_app, picket_system;
`;
