import { type Kysely, sql } from 'kysely';

/** T8's one try, later, is counted by itself: an earlier 429, or a worker that was killed, must not use it up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['follow_up_messages', 'outbox'])
    await sql`alter table ${sql.table(table)} add column tried_later boolean not null default false`.execute(db);
}
