import { systemClock } from '#shared/primitives/clock.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { type Config, ConfigError, readConfig } from '#core/platform/config.ts';
import { createLogger } from '#core/platform/log.ts';
import { ANSWER_WITHIN } from '#core/platform/provider-answer.ts';
import { startWorker } from './start.ts';

/** What is being sent is answered before; nothing that waits is begun any more. */
const STOP_WITHIN = ANSWER_WITHIN + 3 * SECOND;

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = configOrExit();
const logger = createLogger(config, 'worker');
const starting = startWorker({ config, clock: systemClock, logger });
let started = false;
let stopping = false;

const stop = (why: string): void => {
  if (stopping) return;
  stopping = true;
  logger.info({ why }, 'stopping');
  // a worker that still waits for its database has begun nothing
  if (!started) process.exit(0);
  setTimeout(() => process.exit(1), STOP_WITHIN).unref();
  starting
    .then((worker) => worker.close())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
};

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
process.once('disconnect', () => stop('disconnect'));

await starting;
started = true;
logger.info('ready');
process.send?.({ ready: true });
