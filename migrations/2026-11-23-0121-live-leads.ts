import { type Kysely, sql } from 'kysely';

/**
 * Notifies open dashboards when a lead's assignee changes. A member with the role sales gets only the ids of leads that
 * they may see, and must refresh if a lead that they could see is reassigned or deleted. `left` is the previous
 * assignee, or null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [changed, deleted]) await sql.raw(statement).execute(db);
}

const changed = `
create function tell_live_leads_changed() returns trigger language plpgsql as $$
declare changed record;
begin
  for changed in
    select now.company_id, case when count(*) = 1 then min(now.id::text) end as lead_id,
      bool_or(now.assigned_to is distinct from was.assigned_to) as moved, min(was.assigned_to::text) as had
    from changed_rows now join old_rows was on was.id = now.id group by now.company_id
  loop
    perform pg_notify('picket_live', (jsonb_build_object('companyId', changed.company_id, 'leadId', changed.lead_id)
      || case when changed.moved then jsonb_build_object('left', changed.had) else '{}' end)::text);
  end loop;
  return null;
end $$;
drop trigger leads_live_update on leads;
create trigger leads_live_update after update on leads referencing old table as old_rows new table as changed_rows
  for each statement execute function tell_live_leads_changed();
`;

const deleted = `
create function tell_live_leads_deleted() returns trigger language plpgsql as $$
declare gone record;
begin
  for gone in
    select company_id, case when count(*) = 1 then min(id::text) end as lead_id, min(assigned_to::text) as had
    from old_rows group by company_id
  loop
    perform pg_notify('picket_live',
      json_build_object('companyId', gone.company_id, 'leadId', gone.lead_id, 'left', gone.had)::text);
  end loop;
  return null;
end $$;
create trigger leads_live_delete after delete on leads referencing old table as old_rows
  for each statement execute function tell_live_leads_deleted();
`;
