import pg from 'pg';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { createLogger } from '#core/platform/log.ts';
import { createQueueMonitor } from '#core/platform/queue-monitor.ts';
import { testConfig } from './caller.ts';
import { startTestRedis } from './redis.ts';
import { redisServerPath } from './tools.ts';

/** One of the two stores that can hold the queue, with the operations that tests can perform on it. */
export interface QueueStore {
  name: 'Postgres' | 'Redis';
  /** The product's environment variables for this store. */
  env: Record<string, string>;
  /** Deletes all jobs while workers are running. */
  wipe(databaseUrl: string): Promise<void>;
  /** Deletes the store itself and sets up an empty one, as an operator would. No worker may be running. */
  raze(databaseUrl: string): Promise<void>;
  close(): Promise<void>;
  /** Redis only: makes the server stop responding. The returned function restores it with its data. */
  freeze?: Away;
  /**
   * Only for durable Redis: it shuts down as it would when a machine restarts. The returned function brings it back
   * with its data.
   */
  shutDown?: Away;
}

/** Makes a store unavailable. The returned function makes it available again. */
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

/** Starts a separate Redis for the test. `durable` turns on the append-only file, as docs/operations.md requires. */
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

/** Postgres and, if this machine has it, Redis. For `describe.each`. */
export const STORES: readonly { name: QueueStore['name']; open: () => Promise<QueueStore> }[] = [
  { name: 'Postgres', open: postgresStore },
  ...(redisServerPath() ? [{ name: 'Redis' as const, open: () => redisStore() }] : []),
];

/** Returns the number of failed jobs, which would otherwise go unnoticed. */
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

/** Runs `work` as the database owner. */
export async function inDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
