import { sql } from 'kysely';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { lastNight } from '../../platform/nightly-runs.ts';
import { finishNightlyRun, takeNightlyRun } from '../../platform/nightly-runs.ts';

/**
 * Runs nightly. Deletes tickets that have expired in wall-clock time. Their usage counts are no longer needed, because
 * a lead with an expired ticket is always held. Returns null if tonight's run is already done or another worker is
 * running it.
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
