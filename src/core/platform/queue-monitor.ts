import type { Queue } from 'bullmq';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Logger } from './log.ts';
import { openQueue, QUEUES, type QueueConfig } from './queue-store.ts';

export interface QueueCounts {
  name: string;
  /** The number of jobs in BullMQ by status. Null if the store doesn't answer. */
  counts: Record<string, number> | null;
}

/** A read-only view of the queues. */
export interface QueueMonitor {
  counts(): Promise<QueueCounts[]>;
  /** Returns the BullMQ queues for the queue board. They're opened on first use. */
  open(): Queue[];
  close(): Promise<void>;
}

const ANSWER_WITHIN = 3 * SECOND;

/** Creates a monitor for every queue in the configured store. Connects on first use. */
export function createQueueMonitor(config: QueueConfig, logger: Logger): QueueMonitor {
  const opened = new Map<string, Queue>();
  const openOne = (name: string): Queue => {
    const known = opened.get(name);
    if (known) return known;
    const queue = openQueue(config, name);
    queue.on('error', (error: Error) => logger.warn({ err: error.message }, 'the queue is unavailable'));
    opened.set(name, queue);
    return queue;
  };
  const look = async (name: string): Promise<QueueCounts> => {
    const queue = openOne(name);
    const counts = await countsOf(queue);
    if (counts === null) {
      // BullMQ caches a failed connection attempt, so the next call must open the queue again.
      opened.delete(name);
      queue.close().catch(() => undefined);
    }
    return { name, counts };
  };
  return {
    open: () => QUEUES.map(openOne),
    counts: () => Promise.all(QUEUES.map(look)),
    async close() {
      const queues = [...opened.values()];
      opened.clear();
      await Promise.allSettled(queues.map((queue) => queue.close()));
    },
  };
}

async function countsOf(queue: Queue): Promise<Record<string, number> | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_WITHIN);
  });
  try {
    return await Promise.race([queue.getJobCounts().catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
