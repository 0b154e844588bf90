import pg from 'pg';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { createLogger } from '#core/platform/log.ts';
import { createQueueMonitor } from '#core/platform/queue-monitor.ts';
import { BILLING_QUEUE } from '#shared/features/billing/billing.jobs.ts';
import { MESSAGES_QUEUE } from '#shared/features/messages/messages.jobs.ts';
import { testConfig } from './caller.ts';
import { startTestRedis } from './redis.ts';

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
}

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

/** A Redis of the test's own. */
export async function redisStore(): Promise<QueueStore> {
  const redis = await startTestRedis();
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
  };
}

/** How many jobs lie in a list of failures, where nobody would look for them. */
export async function failedJobs(databaseUrl: string, { env }: QueueStore): Promise<number> {
  const config = testConfig(databaseUrl, env);
  const monitor = createQueueMonitor(config, [MESSAGES_QUEUE, BILLING_QUEUE], createLogger(config, 'test'));
  try {
    const queues = await monitor.counts();
    return queues.reduce((sum, { counts }) => sum + (counts?.['failed'] ?? Number.NaN), 0);
  } finally {
    await monitor.close();
  }
}

async function inDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
