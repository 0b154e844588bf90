import { type Kysely, sql } from 'kysely';

/**
 * Makes deals follow estimates: adds the company's rules, the stage for each event, and a deal's expected close, owner,
 * loss reason and history.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [stages, rules, deals, history, tenancy, own]) await sql.raw(statement).execute(db);
}

// The stage that a deal moves to when an estimate is sent, accepted or paid. If null, the deal doesn't move.
const stages = `
alter table pipelines
  add constraint pipelines_of_company unique (company_id, id),
  add column sent_stage_id uuid,
  add column accepted_stage_id uuid,
  add column paid_stage_id uuid,
  add constraint pipelines_sent_stage foreign key (company_id, org_id, id, sent_stage_id)
    references pipeline_stages (company_id, org_id, pipeline_id, id) on delete set null (sent_stage_id),
  add constraint pipelines_accepted_stage foreign key (company_id, org_id, id, accepted_stage_id)
    references pipeline_stages (company_id, org_id, pipeline_id, id) on delete set null (accepted_stage_id),
  add constraint pipelines_paid_stage foreign key (company_id, org_id, id, paid_stage_id)
    references pipeline_stages (company_id, org_id, pipeline_id, id) on delete set null (paid_stage_id);
update pipelines set
  sent_stage_id = (select id from pipeline_stages
    where pipeline_id = pipelines.id and lower(name) = 'bid sent' and not won order by position limit 1),
  accepted_stage_id = (select id from pipeline_stages where pipeline_id = pipelines.id and won),
  paid_stage_id = (select id from pipeline_stages where pipeline_id = pipelines.id and won);
`;

// Every rule is on for a company without a row.
const rules = `
create table crm_rules (
  company_id uuid primary key references company_profiles on delete cascade,
  make_deal boolean not null default true,
  follow_sent boolean not null default true,
  follow_accepted boolean not null default true,
  follow_paid boolean not null default true,
  -- where new deals go; null: the first pipeline of the oldest organization
  pipeline_id uuid,
  constraint crm_rules_pipeline foreign key (company_id, pipeline_id)
    references pipelines (company_id, id) on delete set null (pipeline_id)
);
`;

// estimate_id: the last estimate that the deal followed. moved_at: when a user last moved the deal, marked it as lost
// or reopened it.
const deals = `
alter table deals
  add constraint deals_of_company unique (company_id, id),
  add column expected_close date,
  add column owner_id uuid,
  add column lost_reason text check (length(lost_reason) between 1 and 500),
  add column estimate_id uuid,
  add column amount_from_estimate boolean not null default false,
  add column moved_at timestamptz,
  add constraint deals_reason_of_loss check (lost_at is not null or lost_reason is null),
  add constraint deals_owner foreign key (company_id, owner_id)
    references company_members (company_id, user_id) on delete set null (owner_id),
  add constraint deals_estimate foreign key (company_id, estimate_id)
    references estimates (company_id, id) on delete set null (estimate_id);
create index deals_owned on deals (company_id, owner_id) where owner_id is not null;
create index deals_estimate on deals (estimate_id) where estimate_id is not null;
`;

// rule: the event that moved the deal; null if a user did. Each estimate moves a deal once per rule.
const history = `
create table deal_events (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  deal_id uuid not null,
  kind text not null check (kind in ('created', 'moved', 'lost', 'reopened', 'owner', 'expected_close', 'amount')),
  at timestamptz not null,
  was text,
  became text,
  rule text check (rule in ('sent', 'accepted', 'paid')),
  estimate_id uuid,
  by_user_id uuid,
  by_name text,
  foreign key (company_id, deal_id) references deals (company_id, id) on delete cascade,
  check ((by_user_id is null) = (by_name is null))
);
create index deal_events_newest on deal_events (deal_id, at desc, id desc);
create unique index deal_events_rule_once on deal_events (deal_id, rule, estimate_id, kind)
  where rule is not null and kind <> 'amount';
insert into deal_events (company_id, deal_id, kind, at) select company_id, id, 'created', created_at from deals;
insert into deal_events (company_id, deal_id, kind, at) select company_id, id, 'lost', lost_at from deals
  where lost_at is not null;
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['crm_rules', 'deal_events'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
    execute format('grant select, insert, update, delete on %I to picket_app, picket_system', tenant);
  end loop;
end $$;
`;

// Like leads: the role sales sees its own and unassigned deals, and a deal becomes the member's when they first write
// to it. A change of position alone doesn't count, because it may only make room for another deal.
const own = `
create policy own_deals on deals as restrictive to picket_sales
  using (owner_id is null or owner_id = nullif(current_setting('app.user_id', true), '')::uuid);
create policy own_deals on deal_events as restrictive to picket_sales
  using (exists (select from deals where deals.id = deal_events.deal_id));
create function take_deal() returns trigger language plpgsql as $$
declare me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  if tg_op = 'INSERT' then
    new.owner_id := coalesce(new.owner_id, me);
  elsif old.owner_id is null and new.owner_id is null
    and to_jsonb(new) - '{position}'::text[] <> to_jsonb(old) - '{position}'::text[] then
    new.owner_id := me;
  end if;
  return new;
end $$;
create trigger deals_taken before insert or update on deals for each row
  when (current_user = 'picket_sales') execute function take_deal();
`;
