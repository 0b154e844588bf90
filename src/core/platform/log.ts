import { type DestinationStream, pino, type Logger } from 'pino';
import type { Config } from './config.ts';
import { errorForLog } from './log-error.ts';

export type { Logger };

/**
 * A JSON logger to standard output, or to `destination`. Callers log ids, jobs and attempts, never a name, phone
 * number, email address, payload or link token.
 */
export const createLogger = (
  config: Pick<Config, 'LOG_LEVEL' | 'NODE_ENV'>,
  name: string,
  destination?: DestinationStream,
): Logger => {
  const options = { name, level: config.LOG_LEVEL, base: { pid: process.pid }, serializers: { err: loggedError } };
  return destination ? pino(options, destination) : pino(options);
};

// a raw Error may contain database rows in its properties
const loggedError = (error: unknown): unknown => (error instanceof Error ? errorForLog(error) : error);
