import { type Kysely, sql } from 'kysely';

/** Removes two columns that were written but never read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table subscribers drop column stripe_settled_at;
alter table worker_heartbeats drop column started_at;
`)
    .execute(db);
}
