import { type Kysely, sql } from 'kysely';

/** When the contractor marked the work of a signed estimate as done: from then on the homeowner is asked for the balance. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table estimates
  add column work_done_at timestamptz,
  add constraint estimates_done_was_started check (work_done_at is null or work_started_at is not null);
`)
    .execute(db);
}
