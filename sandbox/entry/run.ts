import { type Config, ConfigError, listenFault, readConfig } from '#core/platform/config.ts';
import { createLogger, type Logger } from '#core/platform/log.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { type FollowedClock, followClock } from '../clock/follow-clock.ts';

export interface EntryParts {
  config: Config;
  clock: FollowedClock;
  logger: Logger;
}
export interface Running {
  /** Called after each move of the clock, before it is acknowledged. */
  moved?: () => Promise<void>;
  close(): Promise<void>;
  /** What is told to the parent when all runs. */
  ready: string | true;
}

const STOP_WITHIN_MS = 15_000;

/**
 * Runs one process of the product on the sandbox's clock: nothing starts before the first offset is there.
 * Ends cleanly and once on SIGTERM, SIGINT, or when the parent disappears; exit code 1 where it cannot start.
 */
export async function runOnSandboxClock(
  name: 'server' | 'worker',
  start: (parts: EntryParts) => Promise<Running>,
): Promise<void> {
  const config = configOrExit();
  const logger = createLogger(config, name);
  let running: Running | undefined;
  const clock = await followClock({
    url: sandboxUrl(),
    name,
    moved: async () => running?.moved?.(),
    failed: (error) => logger.error({ err: errorForLog(error) }, 'the sweep after a move of the clock failed'),
  });
  try {
    const started = await start({ config, clock, logger });
    running = started;
    stopOnSignals(async () => {
      clock.close();
      await started.close();
    }, logger);
    process.send?.({ ready: started.ready });
  } catch (error) {
    const line = listenFault(error, config);
    if (line !== undefined) process.stderr.write(`${line}\n`);
    else logger.fatal({ err: errorForLog(error) }, `the ${name} could not start`);
    process.exit(1);
  }
}

/** What does not close within 15 s is cut off; the database is the calendar, so nothing is lost by it. */
function stopOnSignals(close: () => Promise<void>, logger: Logger): void {
  let stopping = false;
  const stop = (why: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: errorForLog(error) }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  process.once('disconnect', () => stop('disconnect'));
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

/** Where the sandbox is; these entry files make no sense without one. */
function sandboxUrl(): string {
  const url = process.env['SANDBOX_URL'];
  if (url !== undefined && URL.canParse(url)) return url.replace(/\/+$/, '');
  process.stderr.write('SANDBOX_URL is missing: it is the address of the running sandbox\n');
  return process.exit(1);
}
