import { isTooLate } from '#shared/features/follow-ups/cadence.rules.ts';
import { MINUTE } from '#shared/primitives/durations.ts';

/** The result of a check at sending. `null` continues with the next check. */
export type Verdict =
  /** It is never sent. `reason` is shown to the contractor. */
  | { kind: 'skip'; reason: string }
  /** It is due again at `at`. */
  | { kind: 'move'; at: Date; reason: string }
  /** It is checked again at `at`. Lateness still counts from when it was first due (C17). */
  | { kind: 'wait'; at: Date; reason: string };

/** How long a message that can't be sent yet waits before the next check. */
const ASK_AGAIN = 15 * MINUTE;

/** The verdict for a message with a missing precondition. It waits, and after 72 hours it is too late. */
export const waitFor = (reason: string, { due, now }: { due: Date; now: Date }): Verdict =>
  isTooLate(due, now) ? skip(reason) : wait(new Date(now.getTime() + ASK_AGAIN), reason);

export const skip = (reason: string): Verdict => ({ kind: 'skip', reason });
export const move = (at: Date, reason: string): Verdict => ({ kind: 'move', at, reason });
export const wait = (at: Date, reason: string): Verdict => ({ kind: 'wait', at, reason });

/** The first verdict of checks in sequence; null if all pass. */
export async function firstVerdict(
  checks: readonly (() => Verdict | null | Promise<Verdict | null>)[],
): Promise<Verdict | null> {
  for (const check of checks) {
    const verdict = await check();
    if (verdict) return verdict;
  }
  return null;
}
