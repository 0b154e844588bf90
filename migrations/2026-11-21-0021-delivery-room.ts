import { type Kysely, sql } from 'kysely';

/** Room in the pages of what delivery writes to again and again, so that those writes touch no index (HOT). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table follow_up_messages set (fillfactor = 50);
       alter table follow_up_schedules set (fillfactor = 70);
       alter table leads set (fillfactor = 60);
       alter table messages set (fillfactor = 60)`,
    )
    .execute(db);
}
