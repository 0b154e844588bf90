import { type Kysely, sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Database } from '#core/platform/db/tables.ts';

const TABLES = ['follow_up_messages', 'outbox'] as const;

/**
 * Which companies have something due at `now` (the business clock's time), or a message whose worker died while
 * sending it (leases are in real time). Goes from company to company on the partial indexes: its cost is the number
 * of companies that have anything scheduled, however many messages that is.
 */
export async function findCompaniesWithDue(system: Kysely<Database>, now: Date): Promise<CompanyId[]> {
  const found = await Promise.all(TABLES.map((table) => findIn(system, table, now)));
  return [...new Set(found.flat())];
}

async function findIn(system: Kysely<Database>, table: (typeof TABLES)[number], now: Date): Promise<CompanyId[]> {
  const rows = sql.table(table);
  const { rows: companies } = await sql<{ company_id: CompanyId }>`
    with recursive company (id) as (
      (select company_id from ${rows} where status = 'scheduled' and company_id is not null order by company_id limit 1)
      union all
      select (select company_id from ${rows} where status = 'scheduled' and company_id > company.id
        order by company_id limit 1) from company where company.id is not null)
    select company.id as company_id from company, unnest(array['email', 'sms']) as lane (channel)
      where company.id is not null and exists (select from ${rows} m
        where m.company_id = company.id and m.channel = lane.channel and m.status = 'scheduled' and m.due_at <= ${now}
          and (m.claimed_until is null or m.claimed_until < now()))
    union select company_id from ${rows} where status = 'sending' and claimed_until < now() and company_id is not null`.execute(
    system,
  );
  return companies.map((row) => row.company_id);
}
