/**
 * Calls `gone` when the parent process, which started this one over a channel, no longer exists. A killed parent can't
 * stop its children.
 */
export function whenParentIsGone(gone: () => void): void {
  const leave = (): void => {
    // the output is no longer read, and a broken pipe must not end a job midway
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    gone();
  };
  // Undefined if there never was a channel; false if it closed while modules were loading.
  if ((process.connected as boolean | undefined) === false) return leave();
  process.once('disconnect', leave);
  // The listener alone would keep an idle process alive.
  process.channel?.unref();
}

/**
 * Stops this process once, on SIGTERM, SIGINT or when its parent is gone: exit code 0 when `stop` resolves, 1 if it
 * rejects or takes longer than `within` milliseconds.
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
