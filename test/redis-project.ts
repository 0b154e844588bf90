/**
 * Tests of everything that touches the queue: they run on both of its stores, in the projects 'integration' and
 * 'processes' on Postgres and in the project 'redis' on Redis. A test holds the list complete.
 */
export const ON_BOTH_STORES = [
  'src/worker/worker.test.ts',
  'src/server/features/admin/admin-access.test.ts',
  'test/processes/billing.process.test.ts',
  'test/processes/postgres-restart.process.test.ts',
];

/** What touches the queue and runs on one store, with the reason. */
export const ON_ONE_STORE: Record<string, string> = {
  'src/core/platform/queue.unit.test.ts': 'about a store that is not there',
  'src/worker/worker.redis.test.ts': 'about Redis alone',
  'test/processes/worker-killed.process.test.ts': 'its twin runs on Redis',
  'test/processes/worker-killed.redis.process.test.ts': 'its twin runs on Postgres',
  'test/soak/first-touch.soak.test.ts': 'goes through both by itself',
  'test/processes/inbound-mail.process.test.ts': 'about the thread that reads email; no job is asked for',
  'test/processes/journey.process.test.ts': 'about what people see; each part of its way is on the list',
};

/** How a test that touches the queue is known; those in a browser are about what people see. */
export const TOUCHES_THE_QUEUE =
  /\b(?:createBell|createBillingBell|createQueueMonitor|openWorker|startWorker|startHouse|killSuite)\b|\/admin\/queue\b(?!-)/;
