import { type Kysely, sql } from 'kysely';

/** Known devices, streams that end with their session, and contractor ids for confirmed accounts alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [devices, ended, reservations]) await sql.raw(statement).execute(db);
}

// counts up where every device cookie of the account ends: a new password
const devices = `
alter table users add column device_epoch integer not null default 0;
`;

// tells every server process, at commit, which sessions ended and whose rights changed (streams.ts)
const ended = `
create function tell_sessions_ended() returns trigger language plpgsql as $$
declare ended record;
begin
  for ended in select public_id from ended_rows loop
    perform pg_notify('picket_sessions', json_build_object('sessionId', ended.public_id)::text);
  end loop;
  return null;
end $$;
create trigger sessions_ended after delete on sessions referencing old table as ended_rows
  for each statement execute function tell_sessions_ended();

create function tell_rights_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('picket_sessions', json_build_object('userId', coalesce(new.user_id, old.user_id))::text);
  return null;
end $$;
create trigger user_roles_changed after insert or update or delete on user_roles for each row
  execute function tell_rights_changed();
create trigger company_members_changed after insert or update or delete on company_members for each row
  execute function tell_rights_changed();
`;

// an address that nobody has confirmed holds no name: its company gets a contractor id at the confirmation
const reservations = `
set role picket_system;
delete from contractor_aliases using company_profiles, users
  where company_profiles.id = contractor_aliases.company_id and users.id = company_profiles.user_id
    and users.email_verified_at is null;
update company_profiles set contractor_id = 'unconfirmed-' || gen_random_uuid()
  from users where users.id = company_profiles.user_id and users.email_verified_at is null;
reset role;
`;
