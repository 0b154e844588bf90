import { whenParentIsGone } from '#core/platform/stop.ts';

/** A second request to stop counts only after this time: npm and the terminal both pass on the same Ctrl-C. */
const SAME_WISH_MS = 1_000;

/**
 * Calls `stop` once when asked to stop (Ctrl-C, SIGTERM, or the parent process has ended), and `hurry` when asked again
 * after a second.
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
  // The IPC channel to bootstrap.mjs closes when that process is killed.
  whenParentIsGone(wish);
  // Output that we print while stopping may have no reader left.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}
