import pg from 'pg';
import { createAppDb } from '#core/platform/db/app.ts';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { createSystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import { ensureDatabase } from '../scripts/start/postgres.ts';
import { throwawayPostgres } from '../scripts/start/throwaway-postgres.ts';
import { builders } from '../test/builders.ts';
import { testConfig } from '../test/caller.ts';
import { testClock } from '../test/clock.ts';

export type BenchDatabase = Awaited<ReturnType<typeof openDatabase>>;

/** Opens a separate Postgres database for the benchmark, with all migrations applied and the product's own pools. */
export async function openDatabase() {
  const cluster = await throwawayPostgres('picket-bench', ['shared_buffers=512MB', 'max_wal_size=4GB']);
  await ensureDatabase(cluster, 'bench');
  const url = cluster.url('bench');
  await migrateToLatest(url);
  const config = testConfig(url);
  const logger = createLogger(config, 'bench');
  const clock = testClock();
  const db = createAppDb(config, logger);
  const system = createSystemDb(config, logger);
  const owner = new pg.Pool({ connectionString: url, max: 1 });
  // `end()` resolves before the connection has closed. If Postgres then stops, the connection emits an error.
  owner.on('error', () => undefined);
  return {
    url,
    config,
    logger,
    clock,
    db,
    system,
    /** A connection as the database owner, for filling tables. */
    owner,
    a: builders(system, clock),
    /** The database in the form that `startTestApp` needs to run the complete server on it. */
    database: { url, drop: () => Promise.resolve() },
    async close() {
      await Promise.all([db.destroy(), system.destroy(), owner.end()]);
      await cluster.stop();
    },
  };
}
