import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { BenchDatabase } from './database.ts';

const FIRST =
  'Dana Marcus Denise Tom Priya Luis Aiko Ruth Omar Greta Hank Ines Jorge Kayla Leon Mina Nora Owen Petra Quinn Rosa Seth Tara Uma Vera Walt Xena Yusuf Zoe Abel';
const LAST =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Clark Ramirez Lewis Robinson Walker Young Okafor Whitfield Delacroix Nakamura Szymanski';
const STREET =
  'Oak Maple Cedar Larkmeadow Elm Walnut Hickory Juniper Sycamore Magnolia Chestnut Sequoia Alder Aspen Birch Cypress Dogwood Fir Hawthorn Hazel';
const CITY = 'Boise Nampa Meridian Portland Austin Denver Tucson Fresno Tampa Omaha Akron Reno Salem Mobile';

const array = (words: string) => `array['${words.split(' ').join("','")}']`;
const pick = (words: string, salt: number) =>
  `(${array(words)})[1 + (hashint8(n * 31 + ${salt}) & 2147483647) % ${words.split(' ').length}]`;

/** Adds `count` leads to one company (`fillLeadsOf`). */
export const fillLeads = (database: BenchDatabase, company: CompanyRow, count: number): Promise<void> =>
  fillLeadsOf(database, [company.id], count);

/**
 * Adds `count` leads to each of the companies. They were created one minute apart, the newest of them one minute ago. Most of
 * them contain 'gmail', 'st' and 'com'. The trigram index is dropped first and rebuilt at the end. That takes a tenth
 * of the time that inserting into an existing index would take.
 */
export async function fillLeadsOf(
  { owner, clock }: Pick<BenchDatabase, 'owner' | 'clock'>,
  companyIds: readonly CompanyId[],
  count: number,
): Promise<void> {
  const { rows } = await owner.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'lead_search' and indexdef like '%USING gin%'`,
  );
  for (const { indexname } of rows) await owner.query(`drop index ${indexname}`);
  await owner.query(`alter table leads disable trigger user`);
  await owner.query(
    `insert into leads (company_id, name, email, phone, address, zip, perimeter_ft, gate_count, material_type,
       quote_cents, created_at)
     select company_id, first || ' ' || last, lower(first) || '.' || lower(last) || n || '@' ||
         case when n % 3 = 0 then 'example.com' else 'gmail.com' end,
       '+1208' || 2000000 + (hashint8(n) & 2147483647) % 8000000, 100 + n % 9000 || ' ' || street || ' St, ' || city || ', ID 83' || 600 + n % 300,
       '83702', 50 + n % 300, n % 3, '6ft Wood Picket', 100000 + n, $2::timestamptz - n * interval '1 minute'
     from (select n, ${pick(FIRST, 1)} as first, ${pick(LAST, 7)} as last, ${pick(STREET, 13)} as street,
       ${pick(CITY, 19)} as city, company_id
       from generate_series(1, ${count}) n, unnest($1::uuid[]) company_id) made`,
    [companyIds, clock.now()],
  );
  await owner.query(`alter table leads enable trigger user`);
  await owner.query('alter table lead_search disable trigger all');
  await owner.query(
    `insert into lead_search (lead_id, company_id, search_text, created_at, name_key)
     select id, company_id, search_text, created_at, name_key from leads where company_id = any($1::uuid[])`,
    [companyIds],
  );
  await owner.query('alter table lead_search enable trigger all');
  for (const { indexdef } of rows) await owner.query(indexdef);
  await owner.query('vacuum analyze leads, lead_search');
}
