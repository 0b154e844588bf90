import { ConfigError, listenFault, readConfig, type Config } from '#core/platform/config.ts';
import { createLogger } from '#core/platform/log.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { systemClock } from '#shared/primitives/clock.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { startServer } from './start.ts';

const STOP_WITHIN = 15 * SECOND;

/** The configuration, or an end with one line for each wrong variable. */
function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

const config = configOrExit();
const logger = createLogger(config, 'server');

try {
  const server = await startServer({ config, clock: systemClock, logger });
  let stopping = false;
  const stop = (why: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: errorForLog(error) }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // who started us is gone: nobody would stop us any more
  process.once('disconnect', () => stop('disconnect'));
  process.send?.({ ready: server.url });
} catch (error) {
  const line = listenFault(error, config);
  if (line !== undefined) process.stderr.write(`${line}\n`);
  else logger.fatal({ err: errorForLog(error) }, 'the server could not start');
  process.exit(1);
}
