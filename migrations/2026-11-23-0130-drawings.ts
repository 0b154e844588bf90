import { type Kysely, sql } from 'kysely';

/**
 * Adds the fence as the homeowner drew it. The lead stores it with its runs and gates, and each sent version has a
 * copy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table leads
  add column measured jsonb,
  add constraint leads_measured_check check (
    jsonb_typeof(measured) = 'object'
    and jsonb_typeof(measured -> 'runs') = 'array' and jsonb_array_length(measured -> 'runs') <= 20
    and jsonb_typeof(measured -> 'gates') = 'array' and jsonb_array_length(measured -> 'gates') <= 100
    and (measured -> 'drawing' = 'null'::jsonb or measured -> 'drawing' ->> 'type' = 'FeatureCollection')
    and octet_length(measured::text) <= 65536);

alter table estimates
  add column drawing jsonb,
  add constraint estimates_drawing_check check (
    drawing ->> 'type' = 'FeatureCollection' and jsonb_array_length(drawing -> 'features') between 1 and 20
    and octet_length(drawing::text) <= 65536);

create function estimate_drawing_is_fixed() returns trigger language plpgsql as $$
begin
  if old.drawing is distinct from new.drawing then
    raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $$;
create trigger estimates_drawing_fixed before update of drawing on estimates
  for each row execute function estimate_drawing_is_fixed();
`)
    .execute(db);
}
