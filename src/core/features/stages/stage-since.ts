import { capOf } from '#shared/features/estimates/deposit-cap.rules.ts';
import { dayOfDue, isAtStart, type StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import { atLocalTime } from '#shared/primitives/local-date.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { zoneOfVersion } from '../estimates/stages-of.ts';

/** A stage that is due on a day is asked for at this time, in the job's time zone. */
const MORNING = '09:00';

/**
 * Returns the instant at which each stage becomes due, or null if it isn't known yet. A stage above what a state lets a
 * contractor collect before work starts (C27) waits for the start.
 */
export function sinceWhen(version: Version, stages: readonly StageNow[]): (Date | null)[] {
  const { acceptance, estimate } = version;
  if (!acceptance) return stages.map(() => null);
  const { work_started_at: startedAt, work_done_at: doneAt } = estimate;
  const zone = zoneOfVersion(version);
  const maxCents = capOf(acceptance.total_cents, estimate.deposit_terms.cap);
  const instantOf = (due: string): Date | null => {
    if (due === 'signing') return acceptance.at;
    const day = dayOfDue(due);
    if (day !== null) return laterOf(atLocalTime(day, MORNING, zone), acceptance.at);
    return isAtStart(due) ? (startedAt ?? doneAt) : doneAt;
  };
  let through = 0;
  return stages.map(({ due, cents }) => {
    through += cents;
    const since = instantOf(due);
    if (maxCents === null || through <= maxCents) return since;
    return since && startedAt && laterOf(since, startedAt);
  });
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

/** The position, in the list, of the due stage that became due last. Its messages ask for all that is due. */
export function lastDue(stages: readonly StageNow[], since: readonly (Date | null)[]): number | null {
  let last: number | null = null;
  for (const [index, { status }] of stages.entries())
    if (status === 'due' && (last === null || (since[index] ?? 0) >= (since[last] ?? 0))) last = index;
  return last;
}
