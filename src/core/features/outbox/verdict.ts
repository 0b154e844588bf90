import { isTooLate } from '#shared/features/follow-ups/cadence.rules.ts';
import { MINUTE } from '#shared/primitives/durations.ts';

/** What a check at the moment of sending found. `null` goes on to the next check. */
export type Verdict =
  /** Never: `reason` is shown to the contractor. */
  | { kind: 'skip'; reason: string }
  /** Not now: due again at `at`. */
  | { kind: 'move'; at: Date; reason: string }
  /** Not yet: asked again at `at`. How late it is still counts from when it was first due (C17). */
  | { kind: 'wait'; at: Date; reason: string };

/** How long a message that may not leave yet waits until it is asked again. */
const ASK_AGAIN = 15 * MINUTE;

/** Of a message for which something must happen first: it waits, and after 72 hours comes too late. */
export const waitFor = (reason: string, { due, now }: { due: Date; now: Date }): Verdict =>
  isTooLate(due, now) ? skip(reason) : wait(new Date(now.getTime() + ASK_AGAIN), reason);

export const skip = (reason: string): Verdict => ({ kind: 'skip', reason });
export const move = (at: Date, reason: string): Verdict => ({ kind: 'move', at, reason });
export const wait = (at: Date, reason: string): Verdict => ({ kind: 'wait', at, reason });

/** The first verdict of checks asked one after the other; null where all let it pass. */
export async function firstVerdict(
  checks: readonly (() => Verdict | null | Promise<Verdict | null>)[],
): Promise<Verdict | null> {
  for (const check of checks) {
    const verdict = await check();
    if (verdict) return verdict;
  }
  return null;
}
