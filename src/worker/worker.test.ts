import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createWakeUps, type WakeUpQueue } from '#core/platform/queue.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../test/delivery.ts';
import { manyDueMails } from '../../test/many-due-mails.ts';
import { oneBehindMany } from '../../test/one-behind-many.ts';
import { plansOf } from '../../test/plans.ts';
import { findDueTurns } from './features/delivery/due.sweep.ts';
import { type RunningWorker, startWorker, type WorkerOptions } from './start.ts';

/** Monday noon in Boise. */
const START = '2026-11-16T19:00:00.000Z';

let lab: DeliveryLab;
let wakeUps: WakeUpQueue;
let running: RunningWorker[] = [];
let phones = 0;

beforeAll(async () => {
  lab = await startDeliveryLab();
  wakeUps = createWakeUps(lab.app.config, lab.app.deps.logger);
});
afterAll(async () => {
  await wakeUps.close();
  await lab.close();
});
beforeEach(() => lab.app.clock.set(START));
afterEach(async () => {
  await Promise.all(running.map((worker) => worker.close()));
  running = [];
});

const start = async (timings: WorkerOptions['timings'] = {}): Promise<RunningWorker> => {
  const { config, clock, deps } = lab.app;
  const worker = await startWorker({ config, clock, logger: deps.logger, timings });
  running.push(worker);
  return worker;
};

async function companyWithDue(rows: number, due = START): Promise<CompanyRow> {
  const { a } = lab.app;
  const company = await a.company();
  for (let made = 0; made < rows; made += 1) {
    const lead = await a.lead(company, { phone: `+1208556${String(1_000 + (phones += 1))}` });
    await a.consent(company, lead);
    const schedule = await a.schedule(company, lead, { activated_at: new Date(Date.parse(START) - DAY) });
    await a.followUp(schedule, { due_at: new Date(due) });
  }
  return company;
}

const statuses = async (company: CompanyRow) => new Set((await lab.followUps(company)).map((row) => row.status));

test('sends due messages when the worker starts, and later messages on time', async () => {
  const now = await companyWithDue(2);
  const later = await companyWithDue(1, '2026-11-16T20:00:00.000Z');
  await start({ sweepMs: 100 });
  await expect.poll(() => statuses(now), { timeout: 30_000 }).toEqual(new Set(['sent']));
  expect(await statuses(later)).toEqual(new Set(['scheduled']));
  lab.app.clock.advance(HOUR);
  await expect.poll(() => statuses(later), { timeout: 30_000 }).toEqual(new Set(['sent']));
});

test('a wake-up job starts delivery long before the next sweep', async () => {
  await start({ sweepMs: HOUR });
  const company = await companyWithDue(1);
  await wakeUps.enqueue(company.id);
  await expect.poll(() => statuses(company), { timeout: 30_000 }).toEqual(new Set(['sent']));
});

test('a sweep finds messages left behind by a lost wake-up job, and resolves after enqueuing', async () => {
  const worker = await start({ sweepMs: HOUR });
  const company = await companyWithDue(3);
  await worker.sweep();
  await expect.poll(() => statuses(company), { timeout: 30_000 }).toEqual(new Set(['sent']));
});

test('a sweep reads one message per company, however many are due', async () => {
  const { app } = lab;
  await manyDueMails(app.deps.system, await app.a.company(), { count: 500, due: app.clock.now() });
  const plans = await plansOf(app, (system) => findDueTurns(system, { now: app.clock.now(), closed: [] }));
  const read = plans.join().matchAll(/rows=(\d+)/g);
  expect(Math.max(...[...read].map(([, rows]) => Number(rows)))).toBeLessThan(100);
});

test('two workers with many companies send each message once', async () => {
  const companies = await Promise.all(Array.from({ length: 6 }, () => companyWithDue(8)));
  await Promise.all([start({ sweepMs: 500 }), start({ sweepMs: 500 })]);
  for (const company of companies)
    await expect.poll(() => statuses(company), { timeout: 60_000 }).toEqual(new Set(['sent']));
  for (const company of companies) {
    const sent = lab.texts().filter((text) => text.text.startsWith(`${company.name}:`));
    expect(new Set(sent.map((text) => text.to)).size).toBe(8);
    expect(sent).toHaveLength(8);
  }
}, 90_000);

/** Returns how many texts were counted as sent. */
const counted = async (): Promise<number> => {
  const row = { name: 'picket_messages_sent_total', labels: 'channel="sms"' };
  const { system } = lab.app.deps;
  const total = await system
    .selectFrom('counters')
    .select('value')
    .where((is) => is.and(row))
    .executeTakeFirst();
  return total?.value ?? 0;
};

test('closing mid-run loses no message or count: the next worker sends the rest, each once', async () => {
  const before = await counted();
  const company = await companyWithDue(40);
  const first = await start({ sweepMs: 500 });
  await expect.poll(async () => (await statuses(company)).has('sent'), { timeout: 30_000, interval: 5 }).toBe(true);
  running = [];
  await first.close();
  const left = (await lab.followUps(company)).filter((row) => row.status !== 'sent');
  expect((await counted()) - before).toBe(40 - left.length);
  expect(left.every((row) => row.status === 'scheduled' && row.claimed_until === null && row.attempts === 0)).toBe(
    true,
  );
  await start({ sweepMs: 500 });
  await expect.poll(() => statuses(company), { timeout: 60_000 }).toEqual(new Set(['sent']));
  expect(lab.texts().filter((text) => text.text.startsWith(`${company.name}:`))).toHaveLength(40);
}, 90_000);

test('one contractor’s hundreds of messages don’t delay another’s single message', async () => {
  const { before, many } = await oneBehindMany(lab, wakeUps);
  expect(before).toBeLessThan(many / 2);
}, 60_000);

test('a slow mail server doesn’t delay texts, however many companies wait for it', async () => {
  const { app } = lab;
  const sockets: Socket[] = [];
  const slow = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.write('220 in a moment\r\n');
  });
  await once(slow.listen(0, '127.0.0.1'), 'listening');
  const SMTP_URL = `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const worker = await startWorker({
    config: { ...app.config, SMTP_URL },
    clock: app.clock,
    logger: app.deps.logger,
    timings: { sweepMs: HOUR },
    companiesAtOnce: 1,
  });
  running.push(worker);
  try {
    const mailing = [await app.a.company(), await app.a.company()];
    for (const company of mailing) await manyDueMails(app.deps.system, company, { count: 2, due: app.clock.now() });
    await worker.sweep();
    await expect.poll(() => sockets.length, { timeout: 15_000 }).toBeGreaterThan(0);
    const company = await companyWithDue(1);
    await wakeUps.enqueue(company.id);
    await expect.poll(() => statuses(company), { timeout: 30_000, interval: 20 }).toEqual(new Set(['sent']));
    // The other companies' jobs are connected to the mail server, which hasn't accepted any email.
    expect(await Promise.all(mailing.map(statuses))).toEqual(mailing.map(() => new Set(['scheduled'])));
    expect(sockets.some((socket) => !socket.destroyed)).toBe(true);
  } finally {
    for (const socket of sockets) socket.destroy();
    slow.close();
  }
}, 60_000);

test('ping reports whether the queue’s store responds', async () => {
  await expect(wakeUps.ping()).resolves.toBeUndefined();
  const nowhere = createWakeUps(
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', REDIS_URL: undefined },
    lab.app.deps.logger,
  );
  await expect(nowhere.ping()).rejects.toThrow(/ECONNREFUSED/);
  const company = await companyWithDue(0);
  await expect(nowhere.enqueue(company.id)).resolves.toBeUndefined();
  await nowhere.close();
});
