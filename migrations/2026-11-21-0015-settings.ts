import { type Kysely, sql } from 'kysely';

/** Hours of a company for automated texts, and open dashboards that hear of changed settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [hours, live]) await sql.raw(statement).execute(db);
}

// C15: 10:00 to 20:00 at the homeowner's place is the widest; on Sundays and by state it is narrower still
const hours = `
alter table company_profiles
  add column send_from time not null default '10:00',
  add column send_until time not null default '20:00',
  add constraint company_profiles_send_hours check (
    send_from >= '10:00' and send_until <= '20:00' and send_until - send_from >= interval '1 hour'
  );
`;

const live = `
create function tell_live_settings() returns trigger language plpgsql as $$
declare changed jsonb := to_jsonb(new);
begin
  perform pg_notify('picket_live', json_build_object(
    'companyId', coalesce(changed->>'company_id', changed->>'id'), 'settings', true)::text);
  return null;
end $$;
create trigger company_profiles_live after update on company_profiles for each row
  when (old is distinct from new) execute function tell_live_settings();
create trigger pricing_settings_live after update on pricing_settings for each row
  when (old is distinct from new) execute function tell_live_settings();
create trigger materials_live_insert after insert on materials for each row
  execute function tell_live_settings();
create trigger materials_live_update after update on materials for each row
  when (old is distinct from new) execute function tell_live_settings();
`;
