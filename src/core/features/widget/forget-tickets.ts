import { sql } from 'kysely';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { lastNight } from '../../platform/nightly-runs.ts';
import { finishNightlyRun, takeNightlyRun } from '../../platform/nightly-runs.ts';

/**
 * Runs nightly. Deletes widget tickets that have expired in wall-clock time. Their counts are no longer needed, because
 * a lead with an expired ticket is always held. Returns the number of deleted tickets. Returns null if this job already
 * ran tonight or if another worker is running it.
 */
export async function forgetTickets({ system, clock }: SystemDeps & Pick<Deps, 'clock'>): Promise<number | null> {
  const at = clock.now();
  const run = { job: 'tickets', night: lastNight(at) };
  if (!(await takeNightlyRun(system, run))) return null;
  const { numAffectedRows } = await sql`delete from widget_tickets where expires_at < now()`.execute(system);
  const forgotten = Number(numAffectedRows ?? 0);
  await finishNightlyRun(system, { ...run, result: { forgotten }, at });
  return forgotten;
}
