import type { Queue } from 'bullmq';
import type { z } from 'zod';
import { BILLING_QUEUE, type BillingJob } from '#shared/features/billing/billing.jobs.ts';
import { type MessageChannel, messageChannelSchema } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { drainCompanyJob, MESSAGE_QUEUES } from '#shared/features/delivery/delivery.jobs.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { WakeUps, MessageOwner } from './deps.ts';
import type { Logger } from './log.ts';
import { openQueue, type QueueConfig } from './queue-store.ts';

const ANSWER_WITHIN = 3 * SECOND;
/** The number of wake-up jobs in a batch. Even a busy store accepts a batch well within `ANSWER_WITHIN`. */
const ENQUEUED_AT_ONCE = 100;

export interface WakeUpQueue extends WakeUps {
  /**
   * Adds many wake-up jobs in order. They're added in batches, so the first jobs don't wait for the rest. Never throws.
   * If the queue doesn't accept all jobs, logs this once. The next sweep then finds the work of the missing jobs.
   */
  enqueueAll(turns: readonly { owner: MessageOwner; channel: MessageChannel }[]): Promise<void>;
  /** Resolves when the queue's store answers. Rejects after 3 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Enqueues billing work for the worker. Never throws, and never waits longer than 3 s. */
export interface BillingQueue {
  /**
   * Enqueues a job for a Stripe event, the nightly comparison of plans, or a check of payments. For a Stripe event,
   * `cause` is the event's id. At most one job per kind and `cause` waits in the queue. If a worker is killed, its job
   * therefore blocks only jobs with the same `cause`.
   */
  enqueue(job: BillingJob, cause?: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the queues for wake-up jobs. At most one job waits per company and channel. Enqueuing never throws, and never
 * takes longer than 3 s. If a queue is down, the next sweep after the outage finds the due work. Connects on first use.
 */
export function createWakeUps(config: QueueConfig, logger: Logger): WakeUpQueue {
  const queues = {
    sms: lazyQueue(config, MESSAGE_QUEUES.sms, logger),
    email: lazyQueue(config, MESSAGE_QUEUES.email, logger),
  };
  const { name, attempts } = drainCompanyJob;
  const jobOf = (companyId: MessageOwner, channel: MessageChannel): Job => {
    const data: z.infer<typeof drainCompanyJob.payload> = { companyId, channel };
    // The platform's emails come first, because a user may be waiting for one, such as a sign-in code.
    return { name, attempts, id: `${name}-${channel}-${companyId}`, data, first: companyId === 'platform' };
  };
  return {
    async enqueue(owner, channel) {
      const all = owner === 'platform' ? (['email'] as const) : messageChannelSchema.options;
      const channels = channel === undefined ? all : [channel];
      await Promise.all(channels.map((each) => queues[each].add(jobOf(owner, each))));
    },
    async enqueueAll(turns) {
      let enqueued = 0;
      let fault: unknown;
      for (let from = 0; from < turns.length; from += ENQUEUED_AT_ONCE) {
        const part = turns.slice(from, from + ENQUEUED_AT_ONCE);
        const added = await Promise.allSettled(
          part.map(({ owner, channel }) => queues[channel].tryAdd(jobOf(owner, channel))),
        );
        const lost = added.filter((each) => each.status === 'rejected');
        enqueued += part.length - lost.length;
        fault ??= lost[0]?.reason;
        // The store is down, so each further batch would also time out.
        if (lost.length === part.length) break;
      }
      if (enqueued === turns.length) return;
      const left = turns.length - enqueued;
      logger.warn({ err: messageOf(fault), left }, "couldn't enqueue all wake-up jobs; the next sweep finds them");
    },
    // Both queues are in the same store, so pinging one is enough.
    ping: queues.email.ping,
    async close() {
      await Promise.all([queues.sms.close(), queues.email.close()]);
    },
  };
}

export function createBillingQueue(config: QueueConfig, logger: Logger): BillingQueue {
  const queue = lazyQueue(config, BILLING_QUEUE, logger);
  return {
    enqueue: ({ name, attempts }, cause) =>
      queue.add({ name, attempts, id: cause === undefined ? name : `${name}-${cause}`, data: {} }),
    close: queue.close,
  };
}

interface Job {
  name: string;
  attempts: number;
  id: string;
  data: object;
  first?: boolean;
}

interface LazyQueue {
  /** Never throws. Failures are logged. */
  add: (job: Job) => Promise<void>;
  /** Rejects if the queue doesn't accept the job within 3 s. */
  tryAdd: (job: Job) => Promise<void>;
  ping: () => Promise<void>;
  close: () => Promise<void>;
}

function lazyQueue(config: QueueConfig, name: string, logger: Logger): LazyQueue {
  let opened: Promise<Queue> | undefined;

  const queue = (): Promise<Queue> => {
    opened ??= open().catch((error: unknown) => {
      // BullMQ caches a failed connection attempt, so the next call must open the queue again.
      opened = undefined;
      throw error;
    });
    return opened;
  };

  const open = async (): Promise<Queue> => {
    const fresh = openQueue(config, name);
    fresh.on('error', (error) => logger.warn({ err: error.message }, 'the queue is unavailable'));
    try {
      await fresh.waitUntilReady();
    } catch (error) {
      await fresh.close().catch(() => undefined);
      throw error;
    }
    return fresh;
  };

  const tryAdd = async (job: Job): Promise<void> => {
    // Adding a job has no effect if its id is already in the queue. The database rows and the sweep handle retries.
    const options = {
      jobId: job.id,
      attempts: job.attempts,
      removeOnComplete: true,
      removeOnFail: true,
      lifo: job.first ?? false,
    };
    await within(
      ANSWER_WITHIN,
      queue().then((ready) => ready.add(job.name, job.data, options)),
    );
  };

  return {
    tryAdd,
    add: (job) =>
      tryAdd(job).catch((error: unknown) =>
        logger.warn({ err: messageOf(error), job: job.id }, "couldn't enqueue the job; the sweep will find it"),
      ),
    async ping() {
      await within(
        ANSWER_WITHIN,
        queue().then((ready) => ready.getJobCounts()),
      );
    },
    async close() {
      const ready = await opened?.catch(() => undefined);
      opened = undefined;
      await ready?.close();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the queue didn’t respond within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
