import { type Kysely, sql } from 'kysely';

/**
 * Invoices of signed estimates. Their numbers count from 1 in each company, without gaps: a number is taken in the
 * transaction that stores the invoice, under the lock of the company's counter.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(invoices).execute(db);
}

const invoices = `
create table invoice_counters (
  company_id uuid primary key references company_profiles on delete cascade,
  last_number integer not null check (last_number > 0)
);
create table invoices (
  company_id uuid not null references company_profiles on delete cascade,
  number integer not null check (number > 0),
  estimate_id uuid not null unique,
  created_at timestamptz not null,
  primary key (company_id, number),
  foreign key (company_id, estimate_id) references estimates (company_id, id)
);
do $$
declare part text;
begin
  foreach part in array array['invoice_counters', 'invoices'] loop
    execute format('alter table %I enable row level security', part);
    execute format('alter table %I force row level security', part);
    execute format('create policy tenant on %I to picket_app
      using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', part);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', part);
    execute format('grant select, insert, update, delete on %I to picket_app, picket_system', part);
  end loop;
end $$;
create policy own_leads on invoices as restrictive to picket_sales
  using (exists (select from estimates where estimates.id = invoices.estimate_id));
`;
