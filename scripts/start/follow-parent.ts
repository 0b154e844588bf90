// Loaded into server, worker and sandbox by --import. A parent killed by SIGKILL cannot stop its children:
// the closed channel tells them, and they stop as if asked to, so that none lingers holding a port.
const STOP_WITHIN_MS = 15_000;

process.once('disconnect', () => {
  // nobody reads our output any more; a broken pipe must not end a job in the middle
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// the listener alone would keep a process alive that has nothing left to do
process.channel?.unref();
