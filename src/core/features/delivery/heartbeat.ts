import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';

/**
 * Records this worker's heartbeat, and deletes workers whose last heartbeat is more than a day old. Times are
 * wall-clock times.
 */
export const beat = (system: Kysely<Database>, workerId: string) =>
  sql`with gone as (delete from worker_heartbeats where swept_at < now() - interval '1 day')
    insert into worker_heartbeats (worker_id, swept_at) values (${workerId}, now())
    on conflict (worker_id) do update set swept_at = excluded.swept_at`.execute(system);

/** Removes a stopping worker, so that other processes don't wait for it. */
export const endBeats = (system: Kysely<Database>, workerId: string) =>
  system.deleteFrom('worker_heartbeats').where('worker_id', '=', workerId).execute();
