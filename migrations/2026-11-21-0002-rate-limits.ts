import { type Kysely, sql } from 'kysely';

/** Tries counted per address and account; the shape is rate-limiter-flexible's, `key` a hash, `expire` ms of real time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table rate_limits (
         key varchar(255) primary key,
         points integer not null default 0,
         expire bigint
       );
       create index rate_limits_expire on rate_limits (expire);
       grant select, insert, update, delete on rate_limits to picket_system;`,
    )
    .execute(db);
}
