import { type Kysely, sql } from 'kysely';

/** Who waits for a decision about his words (C8) is asked for before anything automated begins; few ever do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index messages_unsure on messages (company_id, lead_id) where unsure').execute(db);
}
