import { type Kysely, sql } from 'kysely';

const sources = `
-- a source is one of ours or a name that the contractor gave; the visits that led to the lead come from the widget
alter table leads
  drop constraint leads_source_check,
  add constraint leads_source_check check (source = btrim(source) and length(source) between 1 and 60),
  add column attribution jsonb;

create table source_costs (
  company_id uuid not null references company_profiles on delete cascade,
  source text not null check (source = btrim(source) and length(source) between 1 and 60),
  month date not null check (extract(day from month) = 1),
  cost_cents bigint not null check (cost_cents between 0 and 99999999999),
  primary key (company_id, source, month)
);
`;

const figures = `
-- leads whose facts are to be read again; only ever appended to, so that writers never wait for each other here
create table report_marks (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  lead uuid not null
);
create index report_marks_company on report_marks (company_id, id);

-- what one lead counts for in reports, as the tallies contain it; id is the lead's
create table report_facts (
  id uuid primary key,
  company_id uuid not null,
  created_at timestamptz not null,
  source text not null,
  material_id uuid,
  material_type text,
  zip text,
  user_id uuid,
  stage smallint not null check (stage between 0 and 5),
  won boolean not null,
  won_cents bigint not null,
  accepted_at timestamptz,
  outstanding_cents bigint not null,
  deposited_cents bigint not null,
  answer_minutes double precision,
  answer_bucket smallint,
  steps integer[] not null,
  replies integer[] not null,
  reasons text[] not null,
  first_touch text,
  last_touch text,
  check ((answer_minutes is null) = (answer_bucket is null))
);
create index report_facts_newest on report_facts (company_id, created_at desc, id desc);
create index report_facts_answers on report_facts (company_id, answer_bucket, created_at) where answer_bucket is not null;
create index report_facts_zip on report_facts (company_id, zip, created_at) where zip is not null;
create index report_facts_paid on report_facts (company_id, created_at) where deposited_cents <> 0;
create index report_facts_owed on report_facts (company_id, created_at) where outstanding_cents > 0;

-- sums over facts: of a UTC day or month, of all leads ('') or those of one source, material or person
create table report_tallies (
  company_id uuid not null,
  grain text not null check (grain in ('day', 'month')),
  filter text not null,
  day date not null,
  item text not null,
  n bigint not null,
  sent bigint not null,
  won bigint not null,
  cents bigint not null,
  primary key (company_id, grain, filter, day, item)
);
`;

const marks = `
create function mark_added_leads() returns trigger language plpgsql as $$
begin
  insert into report_marks (company_id, lead) select company_id, id from added;
  return null;
end $$;
create function mark_lead() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into report_marks (company_id, lead) values (old.company_id, old.id);
  else
    insert into report_marks (company_id, lead) values (new.company_id, new.id);
  end if;
  return null;
end $$;
-- for rows that belong to a lead; one that moves to another lead marks both
create function mark_lead_of() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.company_id is not null and old.lead_id is not null then
      insert into report_marks (company_id, lead) values (old.company_id, old.lead_id);
    end if;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.lead_id is distinct from old.lead_id) then
    if new.company_id is not null and new.lead_id is not null then
      insert into report_marks (company_id, lead) values (new.company_id, new.lead_id);
    end if;
  end if;
  return null;
end $$;

create trigger leads_report_insert after insert on leads referencing new table as added
  for each statement execute function mark_added_leads();
create trigger leads_report_update after update on leads for each row
  when ((old.created_at, old.held_at is null, old.status, old.outcome, old.outcome_reason, old.estimate_sent_at,
      old.quote_cents, old.source, old.material_id, old.material_type, old.zip, old.assigned_to, old.attribution)
    is distinct from
    (new.created_at, new.held_at is null, new.status, new.outcome, new.outcome_reason, new.estimate_sent_at,
      new.quote_cents, new.source, new.material_id, new.material_type, new.zip, new.assigned_to, new.attribution))
  execute function mark_lead();
create trigger leads_report_delete after delete on leads for each row execute function mark_lead();

create trigger estimates_report_new after insert or delete on estimates for each row execute function mark_lead_of();
create trigger estimates_report_update after update on estimates for each row
  when ((old.lead_id, old.version, old.sent_at, old.total_cents, old.first_viewed_at is null, old.declined_at is null,
      old.decline_reason)
    is distinct from
    (new.lead_id, new.version, new.sent_at, new.total_cents, new.first_viewed_at is null, new.declined_at is null,
      new.decline_reason))
  execute function mark_lead_of();
create trigger acceptances_report after insert or update or delete on estimate_acceptances
  for each row execute function mark_lead_of();

create trigger payments_report_new after insert or delete on payments for each row execute function mark_lead_of();
create trigger payments_report_update after update on payments for each row
  when ((old.lead_id, old.status, old.amount_cents, old.refunded_cents, old.extra, old.paid_at)
    is distinct from (new.lead_id, new.status, new.amount_cents, new.refunded_cents, new.extra, new.paid_at))
  execute function mark_lead_of();

-- replies, and what a person typed
create trigger messages_report_insert after insert on messages for each row
  when (new.direction = 'in' or new.kind in ('message.typed', 'mail.own')) execute function mark_lead_of();
create trigger messages_report_update after update on messages for each row
  when ((new.direction = 'in' or new.kind in ('message.typed', 'mail.own'))
    and (old.lead_id, old.status, old.at, old.automated) is distinct from (new.lead_id, new.status, new.at, new.automated))
  execute function mark_lead_of();
create trigger messages_report_delete after delete on messages for each row
  when (old.direction = 'in' or old.kind in ('message.typed', 'mail.own')) execute function mark_lead_of();

create trigger follow_ups_report_insert after insert on follow_up_messages for each row
  when (new.status in ('sent', 'delivered')) execute function mark_lead_of();
create trigger follow_ups_report_update after update on follow_up_messages for each row
  when ((old.lead_id, old.status in ('sent', 'delivered'), old.sent_at)
    is distinct from (new.lead_id, new.status in ('sent', 'delivered'), new.sent_at))
  execute function mark_lead_of();
create trigger follow_ups_report_delete after delete on follow_up_messages for each row
  when (old.status in ('sent', 'delivered')) execute function mark_lead_of();

insert into report_marks (company_id, lead) select company_id, id from leads;
`;

const rights = `
do $$
declare tenant text;
begin
  foreach tenant in array array['source_costs', 'report_marks', 'report_facts', 'report_tallies'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
  end loop;
end $$;
grant select, insert, update, delete on source_costs, report_marks, report_facts, report_tallies to picket_app, picket_system;
`;

/** Adds lead sources and their costs, and the sums that reports use (docs/architecture.md, Reports). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [sources, figures, rights, marks]) await sql.raw(part).execute(db);
}
