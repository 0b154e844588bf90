import { type Kysely, sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Database } from '#core/platform/db/tables.ts';

/**
 * Which companies have something due at `now` (the business clock's time), or a message whose worker died while
 * sending it (leases are in real time). Served by the partial indexes of both tables.
 */
export async function findCompaniesWithDue(system: Kysely<Database>, now: Date): Promise<CompanyId[]> {
  const { rows } = await sql<{ company_id: CompanyId }>`
    select company_id from follow_up_messages
      where status = 'scheduled' and due_at <= ${now} and (claimed_until is null or claimed_until < now())
    union select company_id from outbox
      where status = 'scheduled' and due_at <= ${now} and (claimed_until is null or claimed_until < now())
        and company_id is not null
    union select company_id from follow_up_messages where status = 'sending' and claimed_until < now()
    union select company_id from outbox
      where status = 'sending' and claimed_until < now() and company_id is not null`.execute(system);
  return rows.map((row) => row.company_id);
}
