/**
 * Tests of everything that uses the queue. They run with both stores: with Postgres in the projects 'integration' and
 * 'processes', and with Redis in the project 'redis'. A test checks that this list is complete.
 */
export const ON_BOTH_STORES = [
  'src/worker/worker.test.ts',
  'src/server/features/admin/admin-access.test.ts',
  'test/processes/billing.process.test.ts',
  'test/processes/instant.process.test.ts',
  'test/processes/postgres-restart.process.test.ts',
];

/** Tests that use the queue but run with only one store, each with the reason. */
export const ON_ONE_STORE: Record<string, string> = {
  'src/core/platform/queue.unit.test.ts': 'about a store that is not there',
  'src/worker/worker.redis.test.ts': 'about Redis alone',
  'test/processes/worker-killed.process.test.ts': 'its twin runs on Redis',
  'test/processes/worker-killed.redis.process.test.ts': 'its twin runs on Postgres',
  'test/soak/first-touch.soak.test.ts': 'goes through both by itself',
  'test/processes/inbound-mail.process.test.ts': 'about the thread that reads email; no job is asked for',
  'src/server/route-tenants.test.ts': 'asks who may open the queue’s page; no job is asked for',
  'test/processes/restore.process.test.ts': 'about Postgres; the queue starts empty on either store',
  'test/processes/journey.process.test.ts': 'about what people see; each part of its way is on the list',
};

/** Patterns that identify a test that uses the queue. Browser tests are exempt, because they check what people see. */
export const TOUCHES_THE_QUEUE =
  /\b(?:createWakeUps|createBillingQueue|createQueueMonitor|openWorker|startWorker|startHouse|killSuite)\b|\/admin\/queue\b(?!-)/;
