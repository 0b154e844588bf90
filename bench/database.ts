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

/** The benchmark's own Postgres with all migrations, and the product's own pools. */
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
  // `end()` doesn't wait until the connection has closed, and Postgres stops right after it.
  owner.on('error', () => undefined);
  return {
    url,
    config,
    logger,
    clock,
    db,
    system,
    /** Connects as the database owner, to fill tables. */
    owner,
    a: builders(system, clock),
    /** For `startTestApp`: the complete server on this database. */
    database: { url, drop: () => Promise.resolve() },
    async close() {
      await Promise.all([db.destroy(), system.destroy(), owner.end()]);
      await cluster.stop();
    },
  };
}
