import { setTimeout as wait } from 'node:timers/promises';

/** Asks again and again (every 50 ms) until the answer is true; false when `timeoutMs` have passed without. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= end) return false;
    await wait(50);
  }
}
