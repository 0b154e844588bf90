import { type Kysely, sql } from 'kysely';

/**
 * Enforces roles in the database. A member with the role sales reads and writes as `picket_sales`, which has the rights
 * of `picket_app`. Restrictive policies limit it to the member's own and unassigned leads, and to rows that belong to
 * those leads. It is a separate role, so the policies don't slow down other members' queries. A lead becomes the
 * member's when they first write to it. New leads are assigned in turn if the company turned that on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [role, own, takes, turns]) await sql.raw(statement).execute(db);
}

const role = `
do $$
begin
  begin
    create role picket_sales nologin;
  exception when duplicate_object or unique_violation then null;
  end;
  grant picket_app to picket_sales with inherit true, set false;
  execute format('grant picket_sales to %I with inherit false, set true', current_user);
end $$;
`;

// Consents and opt-outs belong to a phone or an email address, and the ledger belongs to the plan, so every member can
// access them.
const own = `
create policy own_leads on leads as restrictive to picket_sales
  using (assigned_to is null or assigned_to = nullif(current_setting('app.user_id', true), '')::uuid);
do $$
declare part text;
begin
  foreach part in array array['timeline_events', 'estimates', 'estimate_acceptances', 'estimate_offers',
    'follow_up_schedules', 'follow_up_messages', 'messages', 'payments', 'push_messages', 'lead_search'] loop
    execute format('create policy own_leads on %I as restrictive to picket_sales
      using (exists (select from leads where leads.id = %I.lead_id))', part, part);
  end loop;
  foreach part in array array['deals', 'outbox'] loop
    execute format('create policy own_leads on %I as restrictive to picket_sales
      using (lead_id is null or exists (select from leads where leads.id = %I.lead_id))', part, part);
  end loop;
  foreach part in array array['estimate_options', 'estimate_links', 'estimate_pdfs'] loop
    execute format('create policy own_leads on %I as restrictive to picket_sales
      using (exists (select from estimates where estimates.id = %I.estimate_id))', part, part);
  end loop;
end $$;
create policy own_leads on lead_merges as restrictive to picket_sales
  using (exists (select from leads where leads.id = lead_merges.kept_lead_id));
`;

// Opening a conversation only marks it as read, so it doesn't assign the lead.
const takes = `
create function take_lead() returns trigger language plpgsql as $$
declare me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  if tg_op = 'INSERT' then
    new.assigned_to := coalesce(new.assigned_to, me);
  elsif old.assigned_to is null and new.assigned_to is null
    and to_jsonb(new) - '{unread_count,reply_told_at}'::text[] <> to_jsonb(old) - '{unread_count,reply_told_at}'::text[] then
    new.assigned_to := me;
  end if;
  return new;
end $$;
create trigger leads_taken before insert or update on leads for each row
  when (current_user = 'picket_sales') execute function take_lead();

create function take_lead_of_row() returns trigger language plpgsql as $$
begin
  update leads set assigned_to = nullif(current_setting('app.user_id', true), '')::uuid
    where id = new.lead_id and assigned_to is null;
  return null;
end $$;
do $$
declare part text;
begin
  foreach part in array array['timeline_events', 'estimates', 'messages', 'consents', 'deals', 'outbox'] loop
    execute format('create trigger %I after insert on %I for each row
      when (current_user = ''picket_sales'' and new.lead_id is not null) execute function take_lead_of_row()',
      part || '_take_lead', part);
  end loop;
end $$;
create trigger follow_up_schedules_take_lead after insert or update on follow_up_schedules for each row
  when (current_user = 'picket_sales' and new.lead_id is not null) execute function take_lead_of_row();
`;

// The member with the fewest turns is next. An advisory lock serializes leads that arrive at the same time. A held lead
// is assigned when it is accepted.
const turns = `
create function assign_in_turn() returns trigger language plpgsql as $$
declare next uuid;
begin
  if not exists (select from company_profiles where id = new.company_id and assign_in_turn) then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('turn ' || new.company_id, 0));
  select user_id into next from company_members
    where company_id = new.company_id and role = (
      case when exists (select from company_members where company_id = new.company_id and role = 'sales')
        then 'sales' else 'owner' end)
    order by turn, joined_at, user_id limit 1;
  update company_members set turn = turn + 1 where company_id = new.company_id and user_id = next;
  new.assigned_to := next;
  return new;
end $$;
create trigger leads_in_turn_new before insert on leads for each row
  when (current_user <> 'picket_sales' and new.assigned_to is null and new.held_at is null)
  execute function assign_in_turn();
create trigger leads_in_turn_accepted before update of held_at on leads for each row
  when (current_user <> 'picket_sales' and new.assigned_to is null and new.held_at is null and old.held_at is not null)
  execute function assign_in_turn();
-- a member who joins later doesn't get every lead until they have caught up
create function begin_at_lowest_turn() returns trigger language plpgsql as $$
begin
  new.turn := coalesce((select min(turn) from company_members where company_id = new.company_id
    and user_id <> new.user_id and role = new.role), 0);
  return new;
end $$;
create trigger company_members_join before insert on company_members for each row
  execute function begin_at_lowest_turn();
create trigger company_members_turn_of_role before update of role on company_members for each row
  when (old.role <> new.role) execute function begin_at_lowest_turn();
`;
