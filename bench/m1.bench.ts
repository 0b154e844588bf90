import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { drainMessages } from '#core/features/delivery/drain.ts';
import { MAILS_AT_ONCE } from '#core/features/delivery/limits.ts';
import { renderFollowUpMail } from '#core/features/follow-ups/messages/follow-up-mail.tsx';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createWakeUps } from '#core/platform/queue.ts';
import { buildNodeBundles } from '../scripts/build/node-bundles.ts';
import { startTestRedis } from '../test/redis.ts';
import { redisServerPath } from '../test/tools.ts';
import { startBuiltWorker } from './built-worker.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { deliveryDeps, type Sink, startSink } from './delivery.ts';
import { fillFollowUps, fillPast, resetFollowUps } from './follow-ups-data.ts';
import type { Line } from './result.ts';
import { type InTurn, inTurn, type Run } from './rounds.ts';

const MAILS = 4_000;
const ROUNDS = 5;
const GOAL = 0.8;
const UNPOOLED = '0.08 unpooled, recorded';

export async function m1(): Promise<Line[]> {
  const database = await openDatabase();
  // A production worker uses the system's clock.
  database.clock.set(new Date());
  const sink = await startSink();
  const deps = deliveryDeps(database, sink.port);
  const bare = await bareNodemailer(sink);
  const company = await database.a.company();
  try {
    const now = database.clock.now();
    await fillFollowUps(database, { companies: [company], each: MAILS, now });
    await fillPast(database, now);
    const alone = async () => {
      while (await drainMessages(deps, company.id));
    };
    // M1 is measured separately, because even idle worker processes use CPU time on a small machine.
    const one = await inTurn({ floor: bare.run, M1: delivery(database, alone) }, ROUNDS);
    const many = await withWorkers({ url: database.url, smtpPort: sink.port, companyId: company.id }, (drain) =>
      inTurn(
        {
          floor: bare.run,
          'M1 2 workers': delivery(database, () => drain(2)),
          'M1 4 workers': delivery(database, () => drain(4)),
        },
        ROUNDS,
      ),
    );
    const lines = [lineOf('M1', one), lineOf('M1 2 workers', many), lineOf('M1 4 workers', many)];
    return [...lines, ...(await wholeWorkers({ database, sink, company, floor: bare.run }))];
  } finally {
    bare.close();
    deps.mails.close();
    sink.close();
    await database.close();
  }
}

function lineOf<Id extends string>(id: Id, result: InTurn<Id>): Line {
  const ratio = result.ratioOf(id);
  return {
    id,
    ours: `${Math.round(result[id])}/s`,
    peer: UNPOOLED,
    floor: `${Math.round(result.floor)}/s`,
    ratio,
    goal: `at least ${GOAL}`,
    met: ratio >= GOAL,
    valid: result.valid,
  };
}

/** Measures emails per second. The time includes claiming the emails and recording the results. */
const delivery =
  (database: BenchDatabase, work: () => Promise<unknown>): Run =>
  async () => {
    const now = database.clock.now();
    await resetFollowUps(database, now);
    const began = performance.now();
    await work();
    const rate = MAILS / ((performance.now() - began) / 1000);
    const { rows } = await database.owner.query<{ sent: number }>(
      `select count(*) as sent from messages where status = 'sent' and at >= $1`,
      [now],
    );
    if (rows[0]?.sent !== MAILS) throw new Error(`${rows[0]?.sent} mails of ${MAILS} went out`);
    return rate;
  };

interface Whole {
  database: BenchDatabase;
  sink: Sink;
  company: CompanyRow;
  floor: Run;
}

/** Measures the production build of the worker with each queue store. Timing starts at the wake-up job. */
async function wholeWorkers({ database, sink, company, floor }: Whole): Promise<Line[]> {
  await buildNodeBundles();
  const redis = redisServerPath() === undefined ? undefined : await startTestRedis();
  const lines: Line[] = [];
  try {
    for (const { name, redisUrl } of [
      { name: 'M1 built worker' },
      ...(redis ? [{ name: 'M1 built worker, Redis', redisUrl: redis.url }] : []),
    ]) {
      const config = { ...database.config, ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }) };
      const wakeUps = createWakeUps(config, database.logger);
      const worker = startBuiltWorker({ databaseUrl: database.url, smtpPort: sink.port, redisUrl });
      const deliver = delivery(database, async () => {
        worker.kill('SIGCONT');
        await wakeUps.enqueue(company.id);
        await nothingDue(database);
      });
      const ours = () => {
        // Stops the worker's process. Otherwise its sweep would begin while the rows are still being restored.
        worker.kill('SIGSTOP');
        return deliver();
      };
      try {
        // The worker sends rows that are already due when it starts, so this waits until no rows are due.
        await nothingDue(database);
        lines.push(lineOf(name, await inTurn({ floor, [name]: ours }, ROUNDS)));
      } finally {
        worker.kill('SIGKILL');
        await wakeUps.close();
      }
    }
    return lines;
  } finally {
    await redis?.kill();
  }
}

/** Asks seldom, because each question reads the rows that the worker changes, on the processor that it needs. */
async function nothingDue({ owner }: BenchDatabase): Promise<void> {
  for (;;) {
    const { rows } = await owner.query(
      `select where exists (select from messages where status = 'scheduled')
        or exists (select from messages where status = 'sending')`,
    );
    if (rows.length === 0) return;
    await wait(100);
  }
}

interface Given {
  url: string;
  smtpPort: number;
  companyId: string;
}

/** Starts four worker processes. `drain` makes the given number of them send the due emails. */
async function withWorkers<T>(given: Given, measure: (drain: (count: number) => Promise<unknown>) => Promise<T>) {
  const workers = await Promise.all(Array.from({ length: 4 }, () => startWorker(given)));
  try {
    return await measure((count) => Promise.all(workers.slice(0, count).map(drained)));
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
  }
}

/** Starts a worker process with its own pools, limits and connections. */
async function startWorker(given: Given): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'm1-worker.ts'));
  child.send(given);
  await once(child, 'message');
  return child;
}

/** Makes a worker send the due emails. Resolves when none are left. */
const drained = async (worker: ChildProcess): Promise<void> => {
  const done = once(worker, 'message');
  worker.send('drain');
  await done;
};

/**
 * Measures emails per second with nodemailer alone. Sends the same emails, prepared in advance, over the same number of
 * connections.
 */
async function bareNodemailer({ port }: Sink): Promise<{ run: Run; close: () => void }> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
  });
  const unsubscribeUrl = `http://localhost:3000/unsubscribe/${'x'.repeat(92)}`;
  const { html, text } = await renderFollowUpMail({
    body: 'Hi Dana Whitfield 1000, this is about the fence for 1000 Larkmeadow Ct, Boise, ID 83702. We measured 184 ft and our estimate is $1,702.08. Would you like to go ahead, or do you have questions? Just answer this mail.',
    companyName: 'Fences 1',
    companyPhone: '(208) 555-0100',
    logoUrl: null,
    postalAddress: '1 Main St, Boise, ID 83702',
    unsubscribeUrl,
  });
  const send = (n: number) =>
    transport.sendMail({
      messageId: `<${String(n).padStart(36, '0')}@picket.test>`,
      from: { name: 'Fences 1', address: 'no-reply@picket.test' },
      to: { name: '', address: `dana${n}@example.com` },
      replyTo: 'office1@picket.test',
      subject: 'Your fence estimate from Fences 1',
      text,
      html,
      headers: {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
      },
    });
  return {
    async run() {
      const began = performance.now();
      let next = 0;
      const lane = async (): Promise<void> => {
        for (let n = (next += 1); n <= MAILS; n = next += 1) await send(n);
      };
      await Promise.all(Array.from({ length: 2 * MAILS_AT_ONCE }, lane));
      return MAILS / ((performance.now() - began) / 1000);
    },
    close: () => transport.close(),
  };
}
