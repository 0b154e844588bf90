/** Calls `gone` once whoever started this process over a channel is there no more: killed, it could not stop it. */
export function whenParentIsGone(gone: () => void): void {
  const leave = (): void => {
    // nobody reads our output any more; a broken pipe must not end a job in the middle
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    gone();
  };
  // undefined where there never was a channel; false where it closed while we were loading
  if ((process.connected as boolean | undefined) === false) return leave();
  process.once('disconnect', leave);
  // the listener alone would keep a process alive that has nothing left to do
  process.channel?.unref();
}

/**
 * Stops this process once, when it is asked to (SIGTERM, SIGINT) or its parent is gone: exit code 0 when `stop` has
 * resolved, 1 where it rejects or takes longer than `within` milliseconds.
 */
export function stopWhenAsked(stop: (why: string) => Promise<void>, within: number): void {
  let stopping = false;
  const begin = (why: string): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), within).unref();
    stop(why).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => begin(signal));
  whenParentIsGone(() => begin('disconnect'));
}
