import { type Kysely, sql } from 'kysely';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import type { Database } from './db/tables.ts';
import { leaseFor, UNCLAIMED } from './db/lease.ts';

const LEASE = 5 * MINUTE;
const lease = leaseFor(LEASE);

/** 08:00 UTC. This is night or early morning from Hawaii to Maine. */
const NIGHT = 8 * HOUR;
/** Returns when the most recent night started. This is at or before `now`. */
export const lastNight = (now: Date): Date => {
  const time = now.getTime() - NIGHT;
  return new Date(time - (time % DAY) + NIGHT);
};

export interface NightlyRun {
  job: string;
  /** When the job's night started, by the business clock. */
  night: Date;
}

/**
 * Claims a nightly job for five minutes (wall-clock time), so that only one worker runs it each night. Returns false if
 * the job is already done or another worker is running it. A missed night's job runs later.
 */
export async function takeNightlyRun(system: Kysely<Database>, { job, night }: NightlyRun): Promise<boolean> {
  const { rows: busy } = await sql`select 1 from nightly_runs where job = ${job} and night = ${night}
    and (finished_at is not null or not ${UNCLAIMED})`.execute(system);
  if (busy.length > 0) return false;
  const { rows } = await sql`insert into nightly_runs (job, night, claimed_until) values (${job}, ${night}, ${lease})
    on conflict (job, night) do update set claimed_until = excluded.claimed_until
      where nightly_runs.finished_at is null and coalesce(nightly_runs.claimed_until < now(), true)
    returning job`.execute(system);
  return rows.length > 0;
}

/**
 * Extends the claim on a long job. If the worker crashes, another worker can claim the job after this claim expires.
 */
export const holdNightlyRun = (system: Kysely<Database>, { job, night }: NightlyRun) =>
  sql`update nightly_runs set claimed_until = ${lease}
    where job = ${job} and night = ${night} and finished_at is null`.execute(system);

export const finishNightlyRun = (
  system: Kysely<Database>,
  { job, night, result, at }: NightlyRun & { result: Record<string, number>; at: Date },
) =>
  system
    .updateTable('nightly_runs')
    .set({ finished_at: at, claimed_until: null, result: JSON.stringify(result) })
    .where('job', '=', job)
    .where('night', '=', night)
    .execute();
