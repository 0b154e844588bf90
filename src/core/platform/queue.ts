import type { Queue } from 'bullmq';
import type { z } from 'zod';
import { BILLING_QUEUE, type BillingJob } from '#shared/features/billing/billing.jobs.ts';
import { type MessageChannel, messageChannelSchema } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { drainCompanyJob, MESSAGE_QUEUES } from '#shared/features/delivery/delivery.jobs.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { WakeUps, OutboxOwner } from './deps.ts';
import type { Logger } from './log.ts';
import { openQueue, type QueueConfig } from './queue-store.ts';

const ANSWER_WITHIN = 3 * SECOND;
/** How many wake-up jobs are added at once. Even a busy store accepts this many well within `ANSWER_WITHIN`. */
const ENQUEUED_AT_ONCE = 100;

export interface WakeUpQueue extends WakeUps {
  /**
   * Adds many wake-up jobs in order, in batches, so that early jobs don't wait for all the others. Never throws. Jobs
   * that an unavailable queue didn't accept are left to the next sweep and logged once.
   */
  enqueueAll(turns: readonly { owner: OutboxOwner; channel: MessageChannel }[]): Promise<void>;
  /** Resolves when the queue's store answers; rejects after 3 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Enqueues billing work for the worker; never throws and never waits longer than 3 s. */
export interface BillingQueue {
  /**
   * 'Stripe sent an event', 'some rows weren't compared since last night', 'some payments must be checked'. One waiting
   * job per `cause` (an event's id; default: one per kind), so that a job held by a killed worker blocks no other.
   */
  enqueue(job: BillingJob, cause?: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Wake-up jobs on the queues: at most one waiting job per company and channel. Never throws and never waits longer than
 * 3 s; an outage costs one sweep's delay. Connects on first use.
 */
export function createWakeUps(config: QueueConfig, logger: Logger): WakeUpQueue {
  const queues = {
    sms: lazyQueue(config, MESSAGE_QUEUES.sms, logger),
    email: lazyQueue(config, MESSAGE_QUEUES.email, logger),
  };
  const { name, attempts } = drainCompanyJob;
  const jobOf = (companyId: OutboxOwner, channel: MessageChannel): Job => {
    const data: z.infer<typeof drainCompanyJob.payload> = { companyId, channel };
    // A person is waiting for the platform's email, such as a sign-in code, so it goes before all companies.
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
        // the store is down, and each further batch would wait just as long
        if (lost.length === part.length) break;
      }
      if (enqueued === turns.length) return;
      const left = turns.length - enqueued;
      logger.warn({ err: messageOf(fault), left }, 'could not enqueue all wake-up jobs; the next sweep finds them');
    },
    // Both queues are in the same store.
    ping: queues.email.ping,
    async close() {
      await Promise.all([queues.sms.close(), queues.email.close()]);
    },
  };
}

/** The wake-up jobs of the billing queue. */
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
  /** Never throws: failures are logged. */
  add: (job: Job) => Promise<void>;
  /** Rejects if the queue doesn't accept it within 3 s. */
  tryAdd: (job: Job) => Promise<void>;
  ping: () => Promise<void>;
  close: () => Promise<void>;
}

function lazyQueue(config: QueueConfig, name: string, logger: Logger): LazyQueue {
  let opened: Promise<Queue> | undefined;

  const queue = (): Promise<Queue> => {
    opened ??= open().catch((error: unknown) => {
      // BullMQ caches a failed start, so the next call must start over.
      opened = undefined;
      throw error;
    });
    return opened;
  };

  const open = async (): Promise<Queue> => {
    const fresh = openQueue(config, name);
    fresh.on('error', (error) => logger.warn({ err: error.message }, 'the queue is away'));
    try {
      await fresh.waitUntilReady();
    } catch (error) {
      await fresh.close().catch(() => undefined);
      throw error;
    }
    return fresh;
  };

  const tryAdd = async (job: Job): Promise<void> => {
    // Adding an id that is already waiting does nothing; rows and the sweep take care of retries.
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
        logger.warn({ err: messageOf(error), job: job.id }, 'could not enqueue the job; the sweep will find it'),
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
    timer = setTimeout(() => reject(new Error(`the queue did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
