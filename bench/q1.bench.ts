import type pg from 'pg';
import { claimInBatches } from '#core/features/delivery/claim.ts';
import { createPool } from '#core/platform/db/pool.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createWakeUps } from '#core/platform/queue.ts';
import type { JobWorker } from '#core/platform/queue-store.ts';
import { drainCompanyJob, MESSAGE_QUEUES, deliveryJobs } from '#shared/features/delivery/delivery.jobs.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { openUntilReady } from '../src/worker/open-until-ready.ts';
import { bindJob, registerJobs } from '../src/worker/register.ts';
import { startTestRedis } from '../test/redis.ts';
import { redisServerPath } from '../test/tools.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { deliveryDeps } from './delivery.ts';
import { fillFollowUps, resetFollowUps } from './follow-ups-data.ts';
import { type Line, milliseconds } from './result.ts';
import { inTurn, type Run } from './rounds.ts';

const MESSAGES = 50_000;
const COMPANIES = 8;
const BATCH = 500;
const ROUNDS = 3;
const GOAL = 3 * SECOND;
const PEER = '3.4 s BullMQ on Redis, recorded';

export async function q1(): Promise<Line[]> {
  const database = await openDatabase();
  const { url: connectionString, logger } = database;
  const pool = createPool({ connectionString, role: 'picket_system', max: COMPANIES, logger });
  const redis = redisServerPath() === undefined ? undefined : await startTestRedis();
  try {
    const companies: CompanyRow[] = [];
    for (let made = 0; made < COMPANIES; made += 1) companies.push(await database.a.company());
    await fillFollowUps(database, { companies, each: MESSAGES / COMPANIES, now: database.clock.now() });
    const floor = timeToLast(database, (handed) => byHand(pool, database, { companies, handed }));
    const lines: Line[] = [];
    for (const { name, workers, redisUrl } of [
      { name: 'Q1', workers: 1 },
      { name: 'Q1 2 workers', workers: 2 },
      { name: 'Q1 4 workers', workers: 4 },
      ...(redis ? [{ name: 'Q1 on Redis', workers: 1, redisUrl: redis.url }] : []),
    ]) {
      const product = await openWorkers(database, { companies, workers, redisUrl });
      try {
        const result = await inTurn({ floor, ours: timeToLast(database, (handed) => product.run(handed)) }, ROUNDS);
        lines.push({
          id: name,
          ours: milliseconds(result.ours),
          peer: PEER,
          floor: milliseconds(result.floor),
          ratio: result.ours / result.floor,
          goal: 'at most 3 s',
          met: result.ours <= GOAL,
          valid: result.valid,
        });
      } finally {
        await product.close();
      }
    }
    return lines;
  } finally {
    await pool.end();
    await redis?.kill();
    await database.close();
  }
}

/** Reports how many more messages were passed to the sender. */
type Handed = (count: number) => void;

/** Measures the milliseconds until the last message is passed to the sender. */
const timeToLast =
  (database: BenchDatabase, work: (handed: Handed) => Promise<unknown>): Run =>
  async () => {
    await resetFollowUps(database);
    const began = performance.now();
    const last = Promise.withResolvers<number>();
    let left = MESSAGES;
    await work((count) => {
      left -= count;
      if (left === 0) last.resolve(performance.now() - began);
    });
    return last.promise;
  };

interface Opened {
  companies: readonly CompanyRow[];
  workers: number;
  redisUrl?: string | undefined;
}

/**
 * Opens the product's queue, from the wake-up job to the sender. Each company has one wake-up job, and the worker
 * claims its messages one batch after another. The sender does nothing, as in the queues that this benchmark compares.
 * Benchmark M1 measures sending.
 */
async function openWorkers(database: BenchDatabase, { companies, workers, redisUrl }: Opened) {
  const config = { ...database.config, ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }) };
  const deps = deliveryDeps(database, 1);
  let handed: Handed = () => undefined;
  const drain = bindJob(drainCompanyJob, async ({ companyId }) => {
    if (companyId === 'platform') return;
    const claims = claimInBatches(deps, companyId, 'email');
    while (claims.more()) handed((await claims.next()).length);
  });
  const opened: JobWorker[] = [];
  for (let made = 0; made < workers; made += 1)
    opened.push(
      await openUntilReady({
        config,
        queue: MESSAGE_QUEUES.email,
        find: registerJobs(deliveryJobs, [drain]),
        timings: { concurrency: COMPANIES, lockDuration: 10 * SECOND, stalledInterval: 5 * SECOND },
        logger: database.logger,
      }),
    );
  const wakeUps = createWakeUps(config, database.logger);
  await wakeUps.ping();
  return {
    async run(to: Handed) {
      handed = to;
      await Promise.all(companies.map(({ id }) => wakeUps.enqueue(id, 'email')));
    },
    async close() {
      await Promise.all(opened.map((worker) => worker.close()));
      await wakeUps.close();
      deps.mails.close();
    },
  };
}

/** The floor in plain SQL. One connection per company claims 500 rows at a time and passes each row to the sender. */
async function byHand(
  pool: pg.Pool,
  { clock }: BenchDatabase,
  { companies, handed }: { companies: readonly CompanyRow[]; handed: Handed },
): Promise<void> {
  await Promise.all(
    companies.map(async ({ id }) => {
      for (;;) {
        const { rows } = await pool.query<{ id: string }>({
          name: 'claim',
          text: `update follow_up_messages m set claimed_until = now() + interval '1 minute'
            from (select id from follow_up_messages
              where company_id = $1 and channel = 'email' and status = 'scheduled' and due_at <= $2
                and (claimed_until is null or claimed_until < now())
              order by due_at, id limit ${BATCH} for update skip locked) picked
            where m.id = picked.id returning m.*`,
          values: [id, clock.now()],
        });
        if (rows.length === 0) return;
        handed(rows.length);
      }
    }),
  );
}
