import { type Kysely, sql } from 'kysely';

/**
 * A homeowner may describe as many runs as an estimate can have, and the length of an old fence to take away
 * (`measured.removalFeet`, in feet).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(asked).execute(db);
}

const asked = `
alter table leads drop constraint leads_measured_check,
  add constraint leads_measured_check check (
    jsonb_typeof(measured) = 'object'
    and jsonb_typeof(measured -> 'runs') = 'array' and jsonb_array_length(measured -> 'runs') <= 40
    and jsonb_typeof(measured -> 'gates') = 'array' and jsonb_array_length(measured -> 'gates') <= 100
    and (measured -> 'removalFeet' is null or (jsonb_typeof(measured -> 'removalFeet') = 'number'
      and (measured ->> 'removalFeet')::numeric > 0))
    and (measured -> 'drawing' = 'null'::jsonb or measured -> 'drawing' ->> 'type' = 'FeatureCollection')
    and octet_length(measured::text) <= 65536);
`;
