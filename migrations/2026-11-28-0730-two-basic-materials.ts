import { type Kysely, sql } from 'kysely';

/**
 * Ensures that a company has at most two basic materials (Starter shows only those). Locks the company's prices while
 * it counts, as each change of them does, so two changes at the same time can't exceed the limit together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(limit).execute(db);
}

const limit = `
create function at_most_two_basic_materials() returns trigger language plpgsql as $$
begin
  perform from pricing_settings where company_id = new.company_id for update;
  if (select count(*) > 2 from materials where company_id = new.company_id and basic and deleted_at is null) then
    raise check_violation using message = 'a company has at most two basic materials', constraint = 'materials_basic';
  end if;
  return null;
end $$;
create trigger materials_basic after insert or update of basic, deleted_at, company_id on materials
  for each row when (new.basic and new.deleted_at is null) execute function at_most_two_basic_materials();
`;
