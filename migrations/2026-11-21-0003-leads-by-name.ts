import { type Kysely, sql } from 'kysely';

/** Serves the list of leads sorted by name, page by page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index leads_by_name on leads (company_id, lower(name), id)`).execute(db);
}
