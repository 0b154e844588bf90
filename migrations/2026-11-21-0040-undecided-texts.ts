import { type Kysely, sql } from 'kysely';

/** An index whose condition names the status is written to at every change of it, for mails too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `drop index messages_undecided;
       create index messages_undecided on messages (at) where direction = 'out' and channel = 'sms'`,
    )
    .execute(db);
}
