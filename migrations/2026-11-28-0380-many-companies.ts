import { type Kysely, sql } from 'kysely';

/**
 * Lets one person represent several companies: their own, and one whose founder left or was demoted. `subscribers.email`
 * stays unique. It's null for a company whose representative's address is already another company's copy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table company_profiles drop constraint company_profiles_user_unique;
create index company_profiles_user on company_profiles (user_id);
alter table subscribers alter column email drop not null;

create or replace function keep_an_owner() returns trigger language plpgsql as $$
declare heir record;
begin
  perform from company_profiles where id = old.company_id for no key update;
  if not found then return null; end if;
  select users.id, users.email into heir from company_members m join users on users.id = m.user_id
    where m.company_id = old.company_id and m.role = 'owner'
    order by users.email_verified_at is null, m.joined_at, users.id limit 1;
  if heir.id is null then
    raise exception 'a company needs an owner' using errcode = 'check_violation', constraint = 'company_members_owner';
  end if;
  update company_profiles set user_id = heir.id where id = old.company_id and user_id = old.user_id;
  if found then
    update subscribers set email = (select heir.email where not exists (
        select from subscribers other where other.email = heir.email and other.company_id <> old.company_id))
      where company_id = old.company_id;
  end if;
  return null;
end $$;
`)
    .execute(db);
}
