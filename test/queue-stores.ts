import pg from 'pg';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { createLogger } from '#core/platform/log.ts';
import { createQueueMonitor } from '#core/platform/queue-monitor.ts';
import { testConfig } from './caller.ts';
import { startTestRedis } from './redis.ts';
import { redisServerPath } from './tools.ts';

/** One of the two stores that can hold the queue, with what tests do to it. */
export interface QueueStore {
  name: 'Postgres' | 'Redis';
  /** The product's environment variables for it. */
  env: Record<string, string>;
  /** Removes all jobs while workers are running. */
  wipe(databaseUrl: string): Promise<void>;
  /** Removes the store itself and sets up an empty one, as an operator would. No worker may be running. */
  raze(databaseUrl: string): Promise<void>;
  close(): Promise<void>;
  /** Redis only: it stops answering, and is back with its data after the returned function is called. */
  freeze?: Away;
  /** Durable Redis only: it shuts down as when a machine restarts, and comes back with its data. */
  shutDown?: Away;
}

/** Takes a store away; the returned function brings it back. */
export type Away = () => Promise<() => Promise<void>>;

/** The queue in the same Postgres as the product's data. */
export const postgresStore = (): Promise<QueueStore> =>
  Promise.resolve({
    name: 'Postgres',
    env: {},
    wipe: (databaseUrl) =>
      inDatabase(databaseUrl, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          `select format('%I.%I', schemaname, tablename) as name from pg_tables
           where schemaname = 'bullmq' and tablename not in ('migration', 'meta')`,
        );
        await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
      }),
    async raze(databaseUrl) {
      await inDatabase(databaseUrl, (client) => client.query('drop schema bullmq cascade'));
      await migrateToLatest(databaseUrl);
    },
    close: () => Promise.resolve(),
  });

/** A Redis of the test's own. `durable`: with the append-only file that docs/operations.md asks for. */
export async function redisStore({ durable = false } = {}): Promise<QueueStore> {
  const redis = await startTestRedis({ durable });
  const empty = async (): Promise<void> => {
    await redis.kill();
    await redis.restart();
  };
  return {
    name: 'Redis',
    env: { REDIS_URL: redis.url },
    wipe: () => redis.wipe(),
    raze: empty,
    close: () => redis.kill(),
    freeze() {
      redis.freeze();
      return Promise.resolve(() => Promise.resolve(redis.thaw()));
    },
    async shutDown() {
      await redis.stop();
      return () => redis.restart();
    },
  };
}

/** Both stores if this machine has a Redis; for `describe.each`. */
export const STORES: readonly { name: QueueStore['name']; open: () => Promise<QueueStore> }[] = [
  { name: 'Postgres', open: postgresStore },
  ...(redisServerPath() ? [{ name: 'Redis' as const, open: () => redisStore() }] : []),
];

/** How many jobs are among the failed ones, where no one would look for them. */
export async function failedJobs(databaseUrl: string, { env }: QueueStore): Promise<number> {
  const config = testConfig(databaseUrl, env);
  const monitor = createQueueMonitor(config, createLogger(config, 'test'));
  try {
    const queues = await monitor.counts();
    return queues.reduce((sum, { counts }) => sum + (counts?.['failed'] ?? Number.NaN), 0);
  } finally {
    await monitor.close();
  }
}

/** As the database owner. */
export async function inDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
