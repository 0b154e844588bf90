import { type Kysely, sql } from 'kysely';

/** Finds the jobs of which a payment was refunded, which may owe money now (Today). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create index estimates_refunded on estimates (company_id, lead_id) where status = 'refunded';`)
    .execute(db);
}
