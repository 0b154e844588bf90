import { isTooLate } from '#shared/features/follow-ups/due-dates.rules.ts';
import { MINUTE } from '#shared/primitives/durations.ts';

/** The result of a check that runs before sending. If it's null, the next check runs. */
export type Verdict =
  /** The message is never sent. The contractor sees `reason`. */
  | { kind: 'skip'; reason: string }
  /** The message becomes due at `at` instead. */
  | { kind: 'reschedule'; at: Date; reason: string }
  /** The message is checked again at `at`, but lateness is still measured from the original due time (C17). */
  | { kind: 'wait'; at: Date; reason: string };

/** How long a message that can't be sent yet waits before the next check. */
const ASK_AGAIN = 15 * MINUTE;

/**
 * Returns the verdict for a message that can't be sent yet. The message waits, and after 72 hours it's skipped as too
 * late.
 */
export const waitFor = (reason: string, { due, now }: { due: Date; now: Date }): Verdict =>
  isTooLate(due, now) ? skip(reason) : wait(new Date(now.getTime() + ASK_AGAIN), reason);

export const skip = (reason: string): Verdict => ({ kind: 'skip', reason });
export const reschedule = (at: Date, reason: string): Verdict => ({ kind: 'reschedule', at, reason });
export const wait = (at: Date, reason: string): Verdict => ({ kind: 'wait', at, reason });

/** Why a company whose deletion was requested sends no follow-ups or reminders. */
export const COMPANY_ENDS = 'Your company is about to be deleted';

/** Runs the checks in order and returns the first verdict, or null if all pass. */
export async function firstVerdict(
  checks: readonly (() => Verdict | null | Promise<Verdict | null>)[],
): Promise<Verdict | null> {
  for (const check of checks) {
    const verdict = await check();
    if (verdict) return verdict;
  }
  return null;
}
