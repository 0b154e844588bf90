import type { Logger } from '#core/platform/log.ts';

const STOP_WITHIN_MS = 15_000;

/**
 * Ends this process cleanly and once, on SIGTERM, SIGINT, or when the parent disappears. What does not
 * close within 15 s is cut off; the database is the calendar, so nothing is lost by it.
 */
export function stopWith(close: () => Promise<void>, logger: Logger): void {
  let stopping = false;
  const stop = (why: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  process.once('disconnect', () => stop('disconnect'));
}

/** Where the sandbox is; these entry files make no sense without one. */
export function sandboxUrl(): string {
  const url = process.env['SANDBOX_URL'];
  if (url !== undefined && URL.canParse(url)) return url.replace(/\/+$/, '');
  throw new Error('SANDBOX_URL is missing: it is the address of the running sandbox');
}
