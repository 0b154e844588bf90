import { whenParentIsGone } from '#core/platform/stop.ts';

/** A second wish to stop counts only after this: npm and the terminal both pass on one and the same Ctrl-C. */
const SAME_WISH_MS = 1_000;

/**
 * Calls `stop` once when asked to stop (Ctrl-C, SIGTERM, or whoever started us is gone), and `hurry` when asked
 * again after a second.
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
  // the channel to bootstrap.mjs closes when that is killed
  whenParentIsGone(wish);
  // nobody may be left to read what we print while we stop
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}
