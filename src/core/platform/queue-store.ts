import { createPostgresBackend, createRedisBackend, withBackend, type Processor, type Queue } from 'bullmq';
import { BILLING_QUEUE } from '#shared/features/billing/billing.jobs.ts';
import { MESSAGE_QUEUES } from '#shared/features/delivery/delivery.jobs.ts';
import type { Config } from './config.ts';
import { SECOND } from '#shared/primitives/durations.ts';

export type QueueConfig = Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>;

/** The names of all queues. */
export const QUEUES = [...Object.values(MESSAGE_QUEUES), BILLING_QUEUE] as const;

/** How a worker takes jobs. Times are in milliseconds. */
export interface WorkerTimings {
  concurrency: number;
  /** If a job's worker doesn't send a heartbeat for this long, another worker takes the job. */
  lockDuration: number;
  stalledInterval: number;
}

/** The parts of BullMQ's Worker that we use. */
export interface JobWorker {
  waitUntilReady(): Promise<unknown>;
  /** Waits for running jobs to end, unless `force` is true. */
  close(force?: boolean): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Emitted with the handler's result after a job ends and is removed from the queue. */
  on(event: 'completed', listener: (job: { data: object }, end: unknown) => void): unknown;
}

const SMALL_POOL = 3;

/**
 * Opens a queue on Redis if REDIS_URL is set, otherwise on Postgres (schema `bullmq`). On Postgres, it connects as the
 * login user, because the business roles don't have access to that schema. The cast is needed because BullMQ types the
 * two backends differently.
 */
export const openQueue = (config: QueueConfig, name: string): Queue =>
  (config.REDIS_URL === undefined
    ? new (withBackend(createPostgresBackend).Queue)(name, {
        connection: { connectionString: config.DATABASE_URL, max: SMALL_POOL },
      })
    : new (withBackend(createRedisBackend).Queue)(name, {
        connection: redisConnection(config.REDIS_URL, 'asks'),
      })) as unknown as Queue;

/** Opens a worker on the configured store. Only the worker process calls this. */
export function openWorker(
  config: QueueConfig,
  name: string,
  handle: Processor<object, unknown, string>,
  timings: WorkerTimings,
): JobWorker {
  const options = {
    ...timings,
    // A job that stalls repeatedly must not become a failed job, because its id would then block new wake-up jobs.
    maxStalledCount: 1_000_000,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  };
  if (config.REDIS_URL !== undefined)
    return new (withBackend(createRedisBackend).Worker)<object, unknown>(name, handle, {
      ...options,
      connection: redisConnection(config.REDIS_URL, 'works'),
    });
  return new (withBackend(createPostgresBackend).Worker)<object, unknown>(name, handle, {
    ...options,
    connection: { connectionString: config.DATABASE_URL, max: SMALL_POOL },
  });
}

/**
 * Returns the Redis connection options. The role 'asks' is for a producer, whose commands must fail quickly during an
 * outage. The role 'works' is for a worker, which waits until the outage ends. Without `socketTimeout`, commands to a
 * host that disappeared would block until TCP times out after about 15 minutes, even if a replacement is running. With
 * it, the client drops an unresponsive host and reconnects. A worker's timeout must be longer than its wait for a job,
 * which is at most 10 s (BullMQ's `maximumBlockTimeout`).
 */
const redisConnection = (url: string, role: 'asks' | 'works') => ({
  url,
  keepAlive: 10 * SECOND,
  ...(role === 'asks'
    ? { maxRetriesPerRequest: 1, socketTimeout: 4 * SECOND }
    : { maxRetriesPerRequest: null, socketTimeout: 15 * SECOND }),
});
