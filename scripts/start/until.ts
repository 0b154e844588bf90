import { setTimeout as wait } from 'node:timers/promises';

/** Asks again and again, every `everyMs`, until the answer is true; false when `timeoutMs` have passed without. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  everyMs = 50,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= end) return false;
    await wait(everyMs);
  }
}
