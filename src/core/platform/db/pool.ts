import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log.ts';
import type { FairShare } from './fair-share.ts';
import { nextTurn } from './requester.ts';

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
  /** Whether a connection sends what it is asked without waiting for the answers before it (`atOnce`). */
  pipeline?: boolean;
}

/** Postgres looks so often whether we still live, for what a machine that vanished holds (locks of phone numbers) holds up others. */
const ASKED_FOR_LIFE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4';

/**
 * A pool whose every connection takes its role at connect. A connection that dies while idle (a restart of
 * Postgres, or a host that vanished without a word) is logged and replaced; queries that were running reject.
 */
export function createPool({ connectionString, role, max, logger, pipeline = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    pipeline,
    connectionString,
    max,
    options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 ${ASKED_FOR_LIFE}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // without it the first look is after two hours
    keepAliveInitialDelayMillis: 10_000,
  });
  // a connection that dies in the hands of a transaction tells its own listeners only; without one the process dies
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => logger.warn({ err: error.message }, 'lost an idle database connection'));
  return pool;
}

/**
 * The pool as Kysely takes it, whose connections are given out by `share` to whom it is the turn of, so that nobody
 * waits in the pool's own line. Without a `share` as they come.
 */
export const inShares = (pool: pg.Pool, share: FairShare | undefined): PostgresPool =>
  share === undefined
    ? pool
    : {
        options: pool.options,
        end: () => pool.end(),
        async connect() {
          const giveBack = await share.take(nextTurn());
          try {
            const client = await pool.connect();
            const release = client.release.bind(client);
            // the pool sets it anew each time that it gives the connection out
            client.release = (destroy) => {
              release(destroy);
              giveBack();
            };
            return client;
          } catch (error) {
            giveBack();
            throw error;
          }
        },
      };
