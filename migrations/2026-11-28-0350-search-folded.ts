import { type Kysely, sql } from 'kysely';

/**
 * Finds leads whatever accents, apostrophes, case and Unicode form were typed, by an estimate's number, by contacts in
 * the notes, and by what a lead merged into this one had. Existing rows are rewritten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(String.raw`
-- as searchFold in shared/primitives/search-fold.ts
create function search_fold(said text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(translate(lower(translate(regexp_replace(
    replace(normalize(translate(said, '''’‘ʼʻ´′＇' || chr(96), ''), nfkd), '''', ''),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'),
    'ŁØĐÐĦŦÆŒÞ', 'łøđðħŧæœþ')), 'łøđðħŧıς‐‑‒–—―−', 'loddhtiσ-------'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

-- the email addresses in notes, and the digits of the phone numbers
create function contacts_in(notes text) returns text language sql immutable strict parallel safe as $$
  select case when notes like '%@%' then coalesce((select ' ' || string_agg(found[1], ' ')
      from regexp_matches(notes, '([^\s<>,;:"]+@[^\s<>,;:"]+)', 'g') found), '') else '' end
    || case when notes ~ '\d{4}' then coalesce((select ' ' || string_agg(regexp_replace(found[1], '\D', '', 'g'), ' ')
      from regexp_matches(notes, '(\(?[2-9]\d\d\)?[\s./-]{0,3}[2-9]\d\d[\s.-]{0,3}\d{4})', 'g') found), '') else '' end
$$;

-- estimate numbers, and how leads could be reached that were merged into this one
alter table leads add column found_by text not null default '';
create function lead_found_by(lead uuid) returns text language sql stable as $$
  select concat_ws(' ',
    (select string_agg(distinct number, ' ') from estimates where estimates.lead_id = lead),
    (select string_agg(concat_ws(' ', old_lead ->> 'email', old_lead ->> 'phone',
      old_lead ->> 'address', old_lead ->> 'found_by'), ' ') from lead_merges where kept_lead_id = lead))
$$;
alter table leads alter column search_text set expression as (search_fold(name || coalesce(' ' || email, '') || ' '
  || coalesce(phone, '') || ' ' || coalesce(address, '') || contacts_in(notes) || ' ' || found_by));

create function find_by_estimate() returns trigger language plpgsql as $$
declare found text := lead_found_by(new.lead_id);
begin
  update leads set found_by = found where id = new.lead_id and found_by <> found;
  return null;
end $$;
create trigger estimates_found after insert or update of lead_id, number on estimates
  for each row execute function find_by_estimate();
create function find_by_merge() returns trigger language plpgsql as $$
declare found text := lead_found_by(new.kept_lead_id);
begin
  update leads set found_by = found where id = new.kept_lead_id and found_by <> found;
  return null;
end $$;
create trigger lead_merges_found after insert or update of kept_lead_id on lead_merges
  for each row execute function find_by_merge();

drop trigger leads_search_update on leads;
create trigger leads_search_update after update of name, email, phone, address, notes, found_by, created_at on leads
  for each row when (old.search_text is distinct from new.search_text or old.created_at is distinct from new.created_at)
  execute function change_lead_search();

update leads set found_by = lead_found_by(id)
  where id in (select lead_id from estimates union select kept_lead_id from lead_merges);
update lead_search set search_text = leads.search_text
  from leads where leads.id = lead_search.lead_id and lead_search.search_text is distinct from leads.search_text;
`)
    .execute(db);
}
