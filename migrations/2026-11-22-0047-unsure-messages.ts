import { type Kysely, sql } from 'kysely';

/** Words that may mean STOP (C8) wait for a person, in the thread and on the timeline alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table messages add column unsure boolean not null default false,
         add constraint messages_unsure_check check (not unsure or direction = 'in')`,
    )
    .execute(db);
}
