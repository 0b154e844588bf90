import { type Kysely, sql } from 'kysely';

/** The short form of an estimate's private link, for texts: found by its hash, sealed with APP_SECRET like the token. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table estimate_links
  add column code_hash text unique,
  add column sealed_code text,
  add check ((code_hash is null) = (sealed_code is null));
`)
    .execute(db);
}
