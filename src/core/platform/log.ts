import { type DestinationStream, pino, type Logger } from 'pino';
import type { Config } from './config.ts';
import { errorForLog } from './log-error.ts';

export type { Logger };

/**
 * A JSON logger on standard output, or on `destination`. Callers log ids, jobs and attempts, never a name, a phone number,
 * a mail address, a payload or a link's token.
 */
export const createLogger = (
  config: Pick<Config, 'LOG_LEVEL' | 'NODE_ENV'>,
  name: string,
  destination?: DestinationStream,
): Logger => {
  const options = { name, level: config.LOG_LEVEL, base: { pid: process.pid }, serializers: { err: loggedError } };
  return destination ? pino(options, destination) : pino(options);
};

// an Error as it is may hold a row of the database in its properties
const loggedError = (error: unknown): unknown => (error instanceof Error ? errorForLog(error) : error);
