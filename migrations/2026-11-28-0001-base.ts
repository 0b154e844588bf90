import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';

/** Creates all of the first release's database from the SQL file beside this one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(await readFile(new URL('2026-11-28-0001-base.sql', import.meta.url), 'utf8')).execute(db);
}
