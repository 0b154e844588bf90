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
// Keeps a DATE as a string such as '2026-03-08'. A JavaScript Date would shift with the process's time zone.
pg.types.setTypeParser(DATE, (value: string) => value);

export type DatabaseRole = 'picket_app' | 'picket_system';

export interface PoolOptions {
  connectionString: string;
  role: DatabaseRole;
  max: number;
  logger: Logger;
  /** Whether connections send statements without waiting for earlier results (`atOnce`). */
  pipeline?: boolean;
}

/**
 * TCP keepalives. If a client disappears, Postgres releases its locks, such as those on phone numbers, within about 30
 * s.
 */
const ASKED_FOR_LIFE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4';

/**
 * Creates a pool. All of its connections use the role `role`. If an idle connection breaks, for example during a
 * Postgres restart, the pool logs the error and replaces the connection. If a connection breaks during a query, the
 * query rejects. A new connection that doesn't get its role is refused (`requireRole`).
 */
export function createPool({ connectionString, role, max, logger, pipeline = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    pipeline,
    connectionString,
    max,
    options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 ${ASKED_FOR_LIFE}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // By default, the first keepalive probe is sent after two hours.
    keepAliveInitialDelayMillis: 10_000,
    verify: (client, done) => requireRole(client, role, done),
  });
  // If a connection breaks during a transaction, only the client emits 'error'. Without a listener, the process would
  // crash.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => logger.warn({ err: error.message }, 'lost an idle database connection'));
  return pool;
}

/**
 * Passes an error on unless the connection has this role. A pooler that drops `options` would leave it the login user's
 * role, which may be a superuser's, and row-level security wouldn't protect companies from each other.
 */
function requireRole(client: pg.PoolClient, role: DatabaseRole, done: (error?: Error) => void): void {
  client.query<{ actual: string }>('select current_user as actual', (error, result) => {
    // pg's types leave out that there's no error, or no result
    if (error as Error | null) return done(error);
    const actual = result.rows[0]?.actual;
    if (actual === role) return done();
    done(
      new Error(
        `A database connection has the role ${actual}, not ${role}, because a pooler drops its options. DATABASE_URL must lead to Postgres itself`,
      ),
    );
  });
}

/**
 * Adapts the pool for Kysely. If `share` is given, it decides which request gets each connection. Otherwise, requests
 * get connections in the order in which they arrive.
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
            // The pool sets a new `release` each time it hands out the client.
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
