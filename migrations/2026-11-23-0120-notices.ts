import { type Kysely, sql } from 'kysely';

/**
 * Adds a function for the contact details of members who get notices, and chooses another owner when a company's
 * founder leaves. `company_profiles.user_id` is always an owner, because their confirmed email address identifies the
 * company.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [contact, owner]) await sql.raw(statement).execute(db);
}

// Like member_name, it returns data of the current company's members only. Unconfirmed email addresses are excluded.
const contact = `
create function member_contact(member uuid) returns table (email text, name text, role text)
  language sql stable strict security definer set search_path = public as $$
  select users.email, users.name, company_members.role
  from company_members join users on users.id = company_members.user_id
  where company_members.company_id = nullif(current_setting('app.company_id', true), '')::uuid
    and company_members.user_id = member and users.email_verified_at is not null
$$;
revoke execute on function member_contact from public;
grant execute on function member_contact to picket_app, picket_system;
`;

// Prefers an owner with a confirmed email address, because without one the company can't send anything. Also updates
// the copy of the address in `subscribers` if no other subscriber uses the new address. Otherwise the former owner
// couldn't buy a plan of their own.
const owner = `
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
    update subscribers set email = heir.email where company_id = old.company_id
      and email = (select users.email from users where users.id = old.user_id)
      and not exists (select from subscribers other where other.email = heir.email);
  end if;
  return null;
end $$;
`;
