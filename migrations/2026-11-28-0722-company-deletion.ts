import { type Kysely, sql } from 'kysely';

/**
 * Adds the deletion of a company: when it was asked for, when it's due, and when it was done. Its row stays, because what
 * the law keeps refers to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, owners, grants]) await sql.raw(statement).execute(db);
}

const columns = `
alter table company_profiles
  add column deletion_requested_at timestamptz,
  add column deletes_at timestamptz,
  add column deleted_at timestamptz,
  -- the worker that deletes it now
  add column deletion_claimed_until timestamptz,
  add constraint company_profiles_deletion check ((deletion_requested_at is null) = (deletes_at is null)
    and (deleted_at is null or deletes_at is not null));
create index company_profiles_deletes on company_profiles (deletes_at) where deletes_at is not null and deleted_at is null;
`;

const owners = `
create or replace function keep_an_owner() returns trigger language plpgsql as $$
declare heir record;
begin
  -- a company that is deleted has no members
  if coalesce(current_setting('app.deleting', true), '') = 'on' then return null; end if;
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
`;

// Deleting a company needs these for what isn't kept. The application's own role still can't delete what was signed.
const grants = `
grant delete on company_logos, estimate_changes, estimate_options, price_lists to picket_system;
`;
