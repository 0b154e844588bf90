import { type Kysely, sql } from 'kysely';

/** What leads are searched by has rows of its own: a lead's status changes without its trigrams. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [table, keptInStep, filled, indexes, replaced]) await sql.raw(statement).execute(db);
}

const table = `
create table lead_search (
  lead_id uuid primary key,
  company_id uuid not null,
  -- as in leads: what is searched, and what lists are sorted by
  search_text text not null,
  created_at timestamptz not null,
  name_key text not null,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
alter table lead_search enable row level security;
alter table lead_search force row level security;
create policy tenant on lead_search to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on lead_search to picket_system using (true) with check (true);
grant select, insert, update, delete on lead_search to picket_app, picket_system;
`;

// whoever changes one of these columns, and nobody who changes another, pays for the trigrams
const keptInStep = `
create function add_lead_search() returns trigger language plpgsql as $$
begin
  insert into lead_search (lead_id, company_id, search_text, created_at, name_key)
    select id, company_id, search_text, created_at, name_key from added;
  return null;
end $$;
create trigger leads_search_insert after insert on leads referencing new table as added
  for each statement execute function add_lead_search();

create function change_lead_search() returns trigger language plpgsql as $$
begin
  -- a row that is missing comes back: else the lead would never be found again, and nothing would say so
  insert into lead_search (lead_id, company_id, search_text, created_at, name_key)
    values (new.id, new.company_id, new.search_text, new.created_at, new.name_key)
    on conflict (lead_id) do update set search_text = excluded.search_text, created_at = excluded.created_at,
      name_key = excluded.name_key;
  return null;
end $$;
create trigger leads_search_update after update of name, email, phone, address, created_at on leads
  for each row when ((old.search_text, old.created_at) is distinct from (new.search_text, new.created_at))
  execute function change_lead_search();
`;

const filled = `
set local role picket_system;
insert into lead_search (lead_id, company_id, search_text, created_at, name_key)
  select id, company_id, search_text, created_at, name_key from leads;
reset role;
`;

// as they were on leads: the one for a company among many, the other where one company owns much of the table
const indexes = `
create index lead_search_company on lead_search using gin (company_id, search_text gin_trgm_ops);
create index lead_search_text on lead_search using gin (search_text gin_trgm_ops);
analyze lead_search;
`;

// last: it shuts everyone out of leads until the commit, which nothing slow may hold up
const replaced = `
drop index leads_search;
drop index leads_search_text;
`;
