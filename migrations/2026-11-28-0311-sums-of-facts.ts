import { type Kysely, sql } from 'kysely';

/**
 * Computes every lead's facts again, because what counts as won and owed has changed. Until the worker has done so,
 * reports read the marked leads from their rows. Adds an index for estimates that can still be answered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
truncate report_facts, report_tallies, report_marks;
insert into report_marks (company_id, lead) select company_id, id from leads;
create index estimates_pending on estimates (company_id, valid_until) where status in ('sent', 'viewed');
`)
    .execute(db);
}
