import { createPostgresBackend, createRedisBackend, withBackend, type Processor, type Queue } from 'bullmq';
import { BILLING_QUEUE } from '#shared/features/billing/billing.jobs.ts';
import { MESSAGE_QUEUES } from '#shared/features/delivery/delivery.jobs.ts';
import type { Config } from './config.ts';
import { SECOND } from '#shared/primitives/durations.ts';

export type QueueConfig = Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>;

/** Every queue there is, by name. */
export const QUEUES = [...Object.values(MESSAGE_QUEUES), BILLING_QUEUE] as const;

/** How a worker takes its jobs; times in milliseconds. */
export interface WorkerTimings {
  concurrency: number;
  /** A job whose worker has shown no life for so long is taken by another. */
  lockDuration: number;
  stalledInterval: number;
}

/** What of a BullMQ worker is used here. */
export interface JobWorker {
  waitUntilReady(): Promise<unknown>;
  /** Waits for the jobs that run. */
  close(force?: boolean): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** After a job ended and left the queue, with what its handler gave. */
  on(event: 'completed', listener: (job: { data: object }, end: unknown) => void): unknown;
}

const SMALL_POOL = 3;

/**
 * Opens a queue on Redis where REDIS_URL is set, else on Postgres (schema `bullmq`, as the login user, because
 * the roles of the business have no right to it). Both stores have the same queue; BullMQ types them apart.
 */
export const openQueue = (config: QueueConfig, name: string): Queue =>
  (config.REDIS_URL === undefined
    ? new (withBackend(createPostgresBackend).Queue)(name, {
        connection: { connectionString: config.DATABASE_URL, max: SMALL_POOL },
      })
    : new (withBackend(createRedisBackend).Queue)(name, {
        connection: redisConnection(config.REDIS_URL, 'asks'),
      })) as unknown as Queue;

/** Opens a worker on the same store. Only the worker process calls it. */
export function openWorker(
  config: QueueConfig,
  name: string,
  handle: Processor<object, unknown, string>,
  timings: WorkerTimings,
): JobWorker {
  const options = {
    ...timings,
    // a job that stalls again and again stays a job: in a list of failures its id would keep the bell silent
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
 * How the queue reaches Redis. `asks`: a producer, which must hear of an outage instead of waiting for its end; `works`: a
 * worker, which waits for it. A host that vanishes without a word would hold what was asked of it for as long as TCP tries,
 * a quarter of an hour, though another stands in its place: who is silent for so long is left, and connected to anew.
 * A worker's own wait for a job is at most 10 s (BullMQ's `maximumBlockTimeout`), and answered then.
 */
const redisConnection = (url: string, role: 'asks' | 'works') => ({
  url,
  keepAlive: 10 * SECOND,
  ...(role === 'asks'
    ? { maxRetriesPerRequest: 1, socketTimeout: 4 * SECOND }
    : { maxRetriesPerRequest: null, socketTimeout: 15 * SECOND }),
});
