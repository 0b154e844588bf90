import { SECOND } from '#shared/primitives/durations.ts';

/**
 * How the queue connects to Redis. `asks`: a producer, which must fail during an outage instead of waiting; `works`: a
 * worker, which waits. A host that vanishes silently would block commands until TCP gives up, after about 15 minutes,
 * even if a replacement is running: so a host that is silent for this long is dropped and connected to again. A
 * worker's own wait for a job is at most 10 s (BullMQ's `maximumBlockTimeout`).
 */
export const redisConnection = (url: string, role: 'asks' | 'works') => ({
  url,
  keepAlive: 10 * SECOND,
  ...(role === 'asks'
    ? { maxRetriesPerRequest: 1, socketTimeout: 4 * SECOND }
    : { maxRetriesPerRequest: null, socketTimeout: 15 * SECOND }),
});
