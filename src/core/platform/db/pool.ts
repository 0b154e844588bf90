import pg from 'pg';
import type { Logger } from '../log.ts';

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);
// a DATE stays '2026-03-08': a Date would shift with the process's time zone
pg.types.setTypeParser(DATE, (value: string) => value);

export type DatabaseRole = 'picket_app' | 'picket_system';

export interface PoolOptions {
  connectionString: string;
  role: DatabaseRole;
  max: number;
  logger: Logger;
}

/**
 * A pool whose every connection takes its role at connect. A connection that dies while idle (a restart of
 * Postgres) is logged and replaced; queries that were running reject.
 */
export function createPool({ connectionString, role, max, logger }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // a connection that dies in the hands of a transaction tells its own listeners only; without one the process dies
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => logger.warn({ err: error.message }, 'lost an idle database connection'));
  return pool;
}
