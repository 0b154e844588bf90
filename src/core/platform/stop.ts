/**
 * If the parent process started this one with an IPC channel, calls `gone` when the parent exits. This is needed
 * because a killed parent can't stop its children.
 */
export function whenParentIsGone(gone: () => void): void {
  const leave = (): void => {
    // After the parent exits, nothing reads the output. A broken pipe must not end a job midway.
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    gone();
  };
  // `connected` is undefined without a channel. It's false if the channel closed while modules were loading.
  if ((process.connected as boolean | undefined) === false) return leave();
  process.once('disconnect', leave);
  // Without this, the channel would keep an idle process running.
  process.channel?.unref();
}

/**
 * Stops this process on SIGTERM, on SIGINT or when its parent exits. Calls `stop` only once. The exit code is 0 if
 * `stop` resolves. It's 1 if `stop` rejects or takes longer than `within` milliseconds.
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
