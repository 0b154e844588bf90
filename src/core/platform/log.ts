import { type DestinationStream, pino, type Logger } from 'pino';
import type { Config } from './config.ts';
import { errorForLog } from './log-error.ts';

export type { Logger };

/**
 * Creates a JSON logger that writes to standard output or to `destination`. Log only data such as ids, jobs and
 * attempts. Never log a name, phone number, email address, payload or link token.
 */
export const createLogger = (
  config: Pick<Config, 'LOG_LEVEL' | 'NODE_ENV'>,
  name: string,
  destination?: DestinationStream,
): Logger => {
  const options = { name, level: config.LOG_LEVEL, base: { pid: process.pid }, serializers: { err: loggedError } };
  return destination ? pino(options, destination) : pino(options);
};

// An Error's own properties can contain database rows.
const loggedError = (error: unknown): unknown => (error instanceof Error ? errorForLog(error) : error);
