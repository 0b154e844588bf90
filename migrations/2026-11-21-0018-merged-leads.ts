import { type Kysely, sql } from 'kysely';

/** Leads that turn out to be one person's, and those that do not; and lists by name that stay fast with many leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [byName, byEmail, merges, mergedRows]) await sql.raw(statement).execute(db);
}

// lower() is not leakproof: under row-level security no index on it narrows a page, while one on a column does
const byName = `
alter table leads add column name_key text not null generated always as (lower(name)) stored;
drop index leads_by_name;
create index leads_by_name on leads (company_id, name_key, id);
`;

// an import asks whom it knows already, and a lead's sheet who may be the same person
const byEmail = `
set local role picket_system;
update leads set email = lower(email) where email <> lower(email);
reset role;
alter table leads add constraint leads_email_check check (email = lower(email));
create index leads_email on leads (company_id, email);
`;

const merges = `
-- a lead that went into another: its old id, and the key of the request that made it, still lead somewhere
create table lead_merges (
  old_lead_id uuid primary key,
  company_id uuid not null references company_profiles on delete cascade,
  kept_lead_id uuid not null,
  idempotency_key text,
  -- its row as it was
  old_lead jsonb not null,
  merged_by uuid references users on delete set null,
  merged_at timestamptz not null,
  constraint lead_merges_other check (old_lead_id <> kept_lead_id),
  constraint lead_merges_idempotency unique (company_id, idempotency_key),
  foreign key (company_id, kept_lead_id) references leads (company_id, id) on delete cascade
);
create index lead_merges_kept on lead_merges (company_id, kept_lead_id);

-- two leads with the same mail address or phone that a person said are not the same
create table lead_pairs_apart (
  company_id uuid not null references company_profiles on delete cascade,
  lead_a uuid not null,
  lead_b uuid not null,
  primary key (company_id, lead_a, lead_b),
  constraint lead_pairs_apart_order check (lead_a < lead_b),
  foreign key (company_id, lead_a) references leads (company_id, id) on delete cascade,
  foreign key (company_id, lead_b) references leads (company_id, id) on delete cascade
);
create index lead_pairs_apart_b on lead_pairs_apart (company_id, lead_b);

do $$
declare tenant text;
begin
  foreach tenant in array array['lead_merges', 'lead_pairs_apart'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
    execute format('grant select, insert, update, delete on %I to picket_app, picket_system', tenant);
  end loop;
end $$;
`;

const mergedRows = `
-- What was agreed to, offered and signed never changes. Only while leads are merged (set in that transaction alone) may
-- it come to belong to the lead that is kept, and an estimate take its place among that lead's versions.
create or replace function consents_are_append_only() returns trigger language plpgsql as $$
begin
  if current_setting('app.merging', true) = 'on' and to_jsonb(new) - 'lead_id' = to_jsonb(old) - 'lead_id' then
    return new;
  end if;
  raise exception 'consents are append-only';
end $$;
create or replace function acceptances_are_append_only() returns trigger language plpgsql as $$
begin
  if current_setting('app.merging', true) = 'on' and to_jsonb(new) - 'lead_id' = to_jsonb(old) - 'lead_id' then
    return new;
  end if;
  raise exception 'acceptances are append-only';
end $$;
drop trigger estimates_fixed on estimates;
create trigger estimates_fixed before update on estimates for each row
  when (current_setting('app.merging', true) is distinct from 'on') execute function estimates_are_fixed();
grant update (lead_id) on consents, estimate_acceptances to picket_app;

-- a lead has one schedule; one that ended because of a merge keeps its messages and belongs to none
alter table follow_up_schedules alter column lead_id drop not null;
alter table follow_up_schedules add constraint follow_up_schedules_of_lead
  check (lead_id is not null or status in ('stopped', 'done'));
`;
