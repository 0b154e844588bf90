import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';

/** Notes that this worker lives, and forgets those that have not been heard of for a day. Real time. */
export const beat = (system: Kysely<Database>, workerId: string) =>
  sql`with gone as (delete from worker_heartbeats where swept_at < now() - interval '1 day')
    insert into worker_heartbeats (worker_id, started_at, swept_at) values (${workerId}, now(), now())
    on conflict (worker_id) do update set swept_at = excluded.swept_at`.execute(system);

/** Takes a worker that ends off the list, so that nobody waits for it. */
export const endBeats = (system: Kysely<Database>, workerId: string) =>
  system.deleteFrom('worker_heartbeats').where('worker_id', '=', workerId).execute();
