import { SECOND } from '#shared/primitives/durations.ts';
import { type Config, ConfigError, listenFault, readConfig } from './config.ts';
import { createLogger, type Logger } from './log.ts';
import { errorForLog } from './log-error.ts';
import { stopWhenAsked } from './stop.ts';

export interface ProcessParts {
  config: Config;
  logger: Logger;
}

export interface RunningProcess {
  /** What whoever started the process is told when all runs. */
  ready: string | true;
  close: () => Promise<void>;
}

export interface ProcessOptions {
  name: 'server' | 'worker';
  start: (parts: ProcessParts) => Promise<RunningProcess>;
  /** Milliseconds that `close` may take; what has not ended then is cut off. */
  stopWithin?: number;
}

const STOP_WITHIN = 15 * SECOND;

/**
 * Runs one process of the product: reads the environment, starts, tells its parent, and stops once, when asked to
 * (SIGTERM, SIGINT) or when its parent is gone. Exit code 1, with a line that says why, where the configuration is
 * wrong, or starting or stopping fails. Asked to stop before it has started, it ends at once: it has begun nothing.
 */
export async function runProcess({ name, start, stopWithin = STOP_WITHIN }: ProcessOptions): Promise<void> {
  const config = configOrExit();
  const logger = createLogger(config, name);
  let running: RunningProcess | undefined;
  stopWhenAsked(async (why) => {
    logger.info({ why }, 'stopping');
    await running?.close().catch((error: unknown) => {
      logger.error({ err: errorForLog(error) }, 'did not stop cleanly');
      throw error;
    });
  }, stopWithin);
  try {
    running = await start({ config, logger });
    logger.info('ready');
    process.send?.({ ready: running.ready });
  } catch (error) {
    const line = listenFault(error, config);
    if (line !== undefined) process.stderr.write(`${line}\n`);
    else logger.fatal({ err: errorForLog(error) }, `the ${name} could not start`);
    process.exit(1);
  }
}

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
