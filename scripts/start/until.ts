import { setTimeout as wait } from 'node:timers/promises';

/** Calls the function every `everyMs` until it returns true. Returns false after `timeoutMs`. */
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
