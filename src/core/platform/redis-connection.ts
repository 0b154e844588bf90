import { SECOND } from '#shared/primitives/durations.ts';

/**
 * How the queue reaches Redis. `asks`: a producer, which must hear of an outage instead of waiting for its end; `works`: a
 * worker, which waits for it. A host that vanishes without a word would hold what was asked of it for as long as TCP tries,
 * a quarter of an hour, though another stands in its place: who is silent for so long is left, and connected to anew.
 * A worker's own wait for a job is at most 10 s (BullMQ's `maximumBlockTimeout`), and answered then.
 */
export const redisConnection = (url: string, role: 'asks' | 'works') => ({
  url,
  keepAlive: 10 * SECOND,
  ...(role === 'asks'
    ? { maxRetriesPerRequest: 1, socketTimeout: 4 * SECOND }
    : { maxRetriesPerRequest: null, socketTimeout: 15 * SECOND }),
});
