/** What a check at the moment of sending found. `null` goes on to the next check. */
export type Verdict =
  /** Never: `reason` is shown to the contractor. */
  | { kind: 'skip'; reason: string }
  /** Not now: due again at `at`. */
  | { kind: 'move'; at: Date; reason: string }
  /** Not yet: asked again at `at`. How late it is still counts from when it was first due (C17). */
  | { kind: 'wait'; at: Date; reason: string };

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
