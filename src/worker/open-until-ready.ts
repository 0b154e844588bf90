import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Config } from '#core/platform/config.ts';
import type { Logger } from '#core/platform/log.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { type JobWorker, openWorker, type WorkerTimings } from '#core/platform/queue-store.ts';
import type { BoundJob, JobEnd } from './register.ts';

const RETRY_START = SECOND;

export interface OpenOptions {
  config: Config;
  queue: string;
  find: (name: string) => BoundJob | undefined;
  timings: WorkerTimings;
  logger: Logger;
  /**
   * Called for each job that ended with 'again', once it has left the queue, so that the same job can be added again.
   */
  again?: (data: unknown) => Promise<void>;
}

/**
 * Opens a worker on this queue and waits until the queue's store is available. A failed job's error is logged and not
 * rethrown.
 */
export async function openUntilReady({ config, queue, find, timings, logger, again }: OpenOptions): Promise<JobWorker> {
  const handle = async (name: string, data: unknown): Promise<JobEnd> => {
    const job = find(name);
    if (!job) return logger.error({ job: name }, 'a job has an unknown name');
    try {
      return await job.run(data);
    } catch (error) {
      // Not rethrown, because the database rows record the remaining work and the sweep enqueues the job again.
      logger.error({ err: errorForLog(error), job: name }, 'a job failed');
    }
  };
  for (;;) {
    const worker = openWorker(config, queue, (job) => handle(job.name, job.data), timings);
    worker.on('completed', (job, end) => void (end === 'again' && again?.(job.data)));
    worker.on('error', (error) => logger.warn({ err: error.message }, 'the queue is unavailable'));
    try {
      await worker.waitUntilReady();
      return worker;
    } catch (error) {
      logger.warn({ err: error instanceof Error ? error.message : '' }, 'waiting for the queue');
      await worker.close(true).catch(() => undefined);
      await wait(RETRY_START);
    }
  }
}
