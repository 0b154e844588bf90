import { type Kysely, sql } from 'kysely';

/**
 * Links materials to fence systems, stores a company's own rules for counting materials, and what a signed estimate was
 * counted from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [systems, rules, signed]) await sql.raw(statement).execute(db);
}

const systems = `
alter table materials
  add column system text,
  add constraint materials_system_check check (system in ('wood_privacy', 'wood_board_on_board', 'wood_shadowbox',
    'wood_picket', 'vinyl_panel_8', 'vinyl_panel_6', 'aluminum_6', 'split_rail_8', 'chain_link'));
update materials set system = case lower(name)
    when '6ft wood picket' then 'wood_privacy'
    when '4ft wood picket' then 'wood_picket'
    when 'vinyl' then 'vinyl_panel_8'
    else 'aluminum_6' end
  where lower(name) in ('6ft wood picket', '4ft wood picket', 'vinyl', 'black metal');
`;

// changes: for each system, the fields that differ from the defaults
const rules = `
create table take_off_rules (
  company_id uuid primary key references company_profiles on delete cascade,
  version integer not null default 1 check (version > 0),
  default_bag_lb smallint not null check (default_bag_lb in (50, 60, 80)),
  changes jsonb not null check (jsonb_typeof(changes) = 'object')
);
alter table take_off_rules enable row level security;
alter table take_off_rules force row level security;
create policy tenant on take_off_rules to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on take_off_rules to picket_system using (true) with check (true);
grant select, insert, update, delete on take_off_rules to picket_app, picket_system;
`;

// null: signed before this was stored
const signed = `
alter table estimate_acceptances
  add column take_off jsonb,
  add constraint estimate_acceptances_take_off_check check (take_off is null or jsonb_typeof(take_off) = 'object');
`;
