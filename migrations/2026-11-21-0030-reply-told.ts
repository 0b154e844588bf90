import { type Kysely, sql } from 'kysely';

/** When the contractor was told that a homeowner wrote: what counts as unread rises and falls for other reasons too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table leads add column reply_told_at timestamptz').execute(db);
}
