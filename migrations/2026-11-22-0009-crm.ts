import { type Kysely, sql } from 'kysely';

/**
 * The CRM (spec, section 3): organizations with pipelines of stages, and deals in them. Composite keys carry the
 * company, the organization and the pipeline down to the deal, so that no row can point across any of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [tables, tenancy, live]) await sql.raw(statement).execute(db);
}

const tables = `
create table organizations (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  name text not null check (name = btrim(name) and length(name) between 1 and 120),
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  unique (company_id, id)
);
create index organizations_oldest on organizations (company_id, created_at, id);
create index organizations_created_by on organizations (created_by) where created_by is not null;

create table pipelines (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  org_id uuid not null,
  name text not null check (name = btrim(name) and length(name) between 1 and 120),
  created_at timestamptz not null,
  unique (company_id, org_id, id),
  foreign key (company_id, org_id) references organizations (company_id, id) on delete cascade
);
create index pipelines_oldest on pipelines (org_id, created_at, id);

-- the columns of the board; what stands in the last one is won
create table pipeline_stages (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  org_id uuid not null,
  pipeline_id uuid not null,
  name text not null check (name = btrim(name) and length(name) between 1 and 40),
  won boolean not null default false,
  position integer not null check (position >= 0),
  unique (company_id, org_id, pipeline_id, id),
  constraint pipeline_stages_position unique (pipeline_id, position) deferrable initially deferred,
  foreign key (company_id, org_id, pipeline_id) references pipelines (company_id, org_id, id) on delete cascade
);
create unique index pipeline_stages_one_won on pipeline_stages (pipeline_id) where won;

-- position: place in the stage, top first, with gaps; lost_at: off the board, and where it was lost stays known
create table deals (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  org_id uuid not null,
  pipeline_id uuid not null,
  stage_id uuid not null,
  title text not null check (title = btrim(title) and length(title) between 1 and 160),
  amount_cents bigint check (amount_cents between 0 and 99999999999),
  note text not null default '' check (length(note) <= 500),
  position bigint not null,
  lead_id uuid,
  stage_since timestamptz not null,
  lost_at timestamptz,
  created_at timestamptz not null,
  constraint deals_position unique (stage_id, position) deferrable initially deferred,
  foreign key (company_id, org_id, pipeline_id, stage_id)
    references pipeline_stages (company_id, org_id, pipeline_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete set null (lead_id)
);
create index deals_newest on deals (org_id, created_at desc, id desc);
create index deals_pipeline on deals (pipeline_id);
create index deals_lead on deals (lead_id) where lead_id is not null;
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['organizations', 'pipelines', 'pipeline_stages', 'deals'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
    execute format('grant select, insert, update, delete on %I to picket_app, picket_system', tenant);
  end loop;
end $$;
`;

// as tell_live() for leads; the board is small, so the company alone is said
const live = `
create function tell_live_crm() returns trigger language plpgsql as $$
declare changed record;
begin
  for changed in select distinct company_id from changed_rows loop
    perform pg_notify('picket_live', json_build_object('companyId', changed.company_id, 'crm', true)::text);
  end loop;
  return null;
end $$;
do $$
declare watched text;
begin
  foreach watched in array array['organizations', 'pipelines', 'pipeline_stages', 'deals'] loop
    execute format('create trigger %I after insert on %I referencing new table as changed_rows
      for each statement execute function tell_live_crm()', watched || '_live_insert', watched);
    execute format('create trigger %I after update on %I referencing new table as changed_rows
      for each statement execute function tell_live_crm()', watched || '_live_update', watched);
    execute format('create trigger %I after delete on %I referencing old table as changed_rows
      for each statement execute function tell_live_crm()', watched || '_live_delete', watched);
  end loop;
end $$;
`;
