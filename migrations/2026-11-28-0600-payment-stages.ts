import { type Kysely, sql } from 'kysely';

/**
 * Payment plans. A company's default is null for a deposit and the rest. The stages of an estimate are rows, as they were
 * entered: their amounts follow the price, and which of them is paid follows from the balance.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(stages).execute(db);
}

const stages = `
alter table company_profiles
  add column default_plan jsonb check (jsonb_typeof(default_plan) = 'array' and jsonb_array_length(default_plan) > 0);
create table payment_stages (
  company_id uuid not null references company_profiles on delete cascade,
  estimate_id uuid not null,
  position smallint not null check (position between 1 and 12),
  label text not null check (length(label) between 1 and 60),
  -- a share of the total, an amount, or neither: the rest
  percent numeric(7, 4) check (percent > 0 and percent <= 100),
  cents bigint check (cents > 0),
  -- 'signing', 'done', a day, or the label of a step of the job
  due text not null check (length(due) between 1 and 60),
  primary key (company_id, estimate_id, position),
  foreign key (company_id, estimate_id) references estimates (company_id, id) on delete cascade,
  constraint payment_stages_one_amount check (num_nonnulls(percent, cents) <= 1)
);
create unique index payment_stages_rest on payment_stages (estimate_id) where percent is null and cents is null;
create index payment_stages_estimate on payment_stages (estimate_id);
alter table payment_stages enable row level security;
alter table payment_stages force row level security;
create policy tenant on payment_stages to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy own_leads on payment_stages as restrictive for all to picket_sales
  using (exists (select from estimates where estimates.id = payment_stages.estimate_id));
create policy crossing on payment_stages to picket_system using (true) with check (true);
grant select, insert, update, delete on payment_stages to picket_app, picket_system;
`;
