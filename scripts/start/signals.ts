import { whenParentIsGone } from '#core/platform/stop.ts';

/** A second stop request within this time is ignored, because npm and the terminal both forward the same Ctrl-C. */
const SAME_WISH_MS = 1_000;

/**
 * Calls `stop` once when a stop is requested (by Ctrl-C, SIGTERM, or the end of the parent process). Calls `hurry` if a
 * stop is requested again more than a second later.
 */
export function onStopWish({ stop, hurry }: { stop: () => void; hurry: () => void }): void {
  let first: number | undefined;
  const wish = () => {
    if (first === undefined) {
      first = performance.now();
      stop();
    } else if (performance.now() - first > SAME_WISH_MS) hurry();
  };
  process.on('SIGINT', wish);
  process.on('SIGTERM', wish);
  // The IPC channel to bootstrap.mjs closes when bootstrap.mjs is killed.
  whenParentIsGone(wish);
  // During shutdown, the program that reads our output may already have ended.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}
