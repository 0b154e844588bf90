import pg from 'pg';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { createLogger } from '#core/platform/log.ts';
import { createQueueMonitor } from '#core/platform/queue-monitor.ts';
import { testConfig } from './caller.ts';
import { startTestRedis } from './redis.ts';
import { redisServerPath } from './tools.ts';

/** One of the two stores that a queue may lie in, as tests treat it. */
export interface QueueStore {
  name: 'Postgres' | 'Redis';
  /** What the product's environment says of it. */
  env: Record<string, string>;
  /** Takes all jobs away under whoever works on them. */
  wipe(databaseUrl: string): Promise<void>;
  /** Takes the store itself away and sets up an empty one, as an operator would; no worker may be there. */
  raze(databaseUrl: string): Promise<void>;
  close(): Promise<void>;
  /** Only of Redis: it answers nobody, and is there again with what it held once the result is called. */
  freeze?: Away;
  /** Only of a durable Redis: it ends as on a machine that is restarted, and comes back with what it held. */
  shutDown?: Away;
}

/** Takes a store away; the result brings it back. */
export type Away = () => Promise<() => Promise<void>>;

/** The queue where the business's rows are. */
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

/** Both, where this machine has a Redis: for `describe.each`. */
export const STORES: readonly { name: QueueStore['name']; open: () => Promise<QueueStore> }[] = [
  { name: 'Postgres', open: postgresStore },
  ...(redisServerPath() ? [{ name: 'Redis' as const, open: () => redisStore() }] : []),
];

/** How many jobs lie in a list of failures, where nobody would look for them. */
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

/** As the owner of everything. */
export async function inDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
