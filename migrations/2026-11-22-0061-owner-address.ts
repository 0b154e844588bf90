import { type Kysely, sql } from 'kysely';

/**
 * The owner's confirmed address counts for the company's: whichever way either of them came to be, a company whose
 * address is its owner's confirmed one is confirmed. What is confirmed stays so when the owner's address changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [owners, companies, missed]) await sql.raw(statement).execute(db);
}

const owners = `
create function confirm_company_of_owner() returns trigger language plpgsql as $$
begin
  update company_profiles set email_confirmed_at = new.email_verified_at
    where user_id = new.id and lower(email) = new.email and email_confirmed_at is null;
  return null;
end $$;
create trigger users_confirm_company after update of email, email_verified_at on users for each row
  when (new.email_verified_at is not null
    and (old.email_verified_at is null or old.email is distinct from new.email))
  execute function confirm_company_of_owner();
`;

const companies = `
create function confirm_new_company() returns trigger language plpgsql as $$
begin
  new.email_confirmed_at := (select email_verified_at from users where id = new.user_id and email = lower(new.email));
  return new;
end $$;
create trigger company_profiles_confirm before insert on company_profiles for each row
  when (new.email_confirmed_at is null) execute function confirm_new_company();
`;

// who confirmed between the two migrations
const missed = `
set role picket_system;
update company_profiles set email_confirmed_at = users.email_verified_at
  from users where users.id = company_profiles.user_id and users.email = lower(company_profiles.email)
    and users.email_verified_at is not null and company_profiles.email_confirmed_at is null;
reset role;
`;
