import { existsSync, readFileSync } from 'node:fs';
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
  /** The message that the process sends to its parent when it's ready. */
  ready: string | true;
  close: () => Promise<void>;
}

export interface ProcessOptions {
  name: 'server' | 'worker';
  start: (parts: ProcessParts) => Promise<RunningProcess>;
  /** How long `close` may take, in milliseconds. After that, the process exits with code 1. */
  stopWithin?: number;
}

const STOP_WITHIN = 15 * SECOND;

/**
 * Runs one of the product's processes. It reads the environment, starts, and notifies its parent. It stops on SIGTERM,
 * on SIGINT or when its parent exits. While it's stopping, further signals are ignored. If the configuration is
 * invalid, or if starting or stopping fails, it exits with code 1 and an explanation. If it's stopped before startup
 * finishes, it exits immediately.
 */
export async function runProcess({ name, start, stopWithin = STOP_WITHIN }: ProcessOptions): Promise<void> {
  const config = configOrExit();
  const logger = createLogger(config, name);
  let running: RunningProcess | undefined;
  stopWhenAsked(async (why) => {
    logger.info({ why }, 'stopping');
    await running?.close().catch((error: unknown) => {
      logger.error({ err: errorForLog(error) }, "didn't stop cleanly");
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
    else logger.fatal({ err: errorForLog(error) }, `the ${name} couldn't start`);
    process.exit(1);
  }
}

/** Returns the text of the `.env` file that npm's commands read (package.json), for the lines of faults. */
const dotenv = (): string => (existsSync('.env') ? readFileSync('.env', 'utf8') : '');

/** Returns the configuration. If it's invalid, prints one line per problem and exits. */
function configOrExit(): Config {
  try {
    return readConfig(process.env, dotenv());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}
