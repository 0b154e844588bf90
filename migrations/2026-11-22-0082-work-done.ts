import { type Kysely, sql } from 'kysely';

/**
 * Adds the time when the contractor marked a signed estimate's work as done. After that, the homeowner gets requests
 * for the balance.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table estimates
  add column work_done_at timestamptz,
  add constraint estimates_done_was_started check (work_done_at is null or work_started_at is not null);
`)
    .execute(db);
}
