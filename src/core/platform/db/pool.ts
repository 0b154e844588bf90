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
// Keeps a DATE as '2026-03-08': a JavaScript Date would shift with the process's time zone.
pg.types.setTypeParser(DATE, (value: string) => value);

export type DatabaseRole = 'picket_app' | 'picket_system';

export interface PoolOptions {
  connectionString: string;
  role: DatabaseRole;
  max: number;
  logger: Logger;
  /** Whether a connection sends statements without waiting for earlier answers (`atOnce`). */
  pipeline?: boolean;
}

/** TCP keepalives: free a vanished client's locks (of phone numbers) within about 30 s. */
const ASKED_FOR_LIFE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4';

/**
 * A pool whose connections take their role when they connect. A connection that dies while idle (a Postgres restart, a
 * vanished host) is logged and replaced; running queries reject.
 */
export function createPool({ connectionString, role, max, logger, pipeline = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    pipeline,
    connectionString,
    max,
    options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 ${ASKED_FOR_LIFE}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Without it, the first probe is sent after two hours.
    keepAliveInitialDelayMillis: 10_000,
  });
  // a connection that dies during a transaction emits only to its own listeners; without one the process crashes
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => logger.warn({ err: error.message }, 'lost an idle database connection'));
  return pool;
}

/**
 * The pool for Kysely. `share` decides who gets each connection, so that requests don't wait in the pool's own queue.
 * Without `share`, connections are granted in request order.
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
            // the pool resets it each time it hands out the connection
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
