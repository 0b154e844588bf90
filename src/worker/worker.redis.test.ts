import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createWakeUps } from '#core/platform/queue.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../test/delivery.ts';
import { dueFollowUp } from '../../test/due-follow-up.ts';
import { startTestRedis, type TestRedis } from '../../test/redis.ts';
import { startWorker } from './start.ts';

let lab: DeliveryLab;
let redis: TestRedis;

beforeAll(async () => {
  redis = await startTestRedis();
  lab = await startDeliveryLab({ env: { REDIS_URL: redis.url } });
});
afterAll(async () => {
  await lab.close();
  await redis.kill();
});

const statuses = async (company: CompanyRow) => new Set((await lab.followUps(company)).map((row) => row.status));

test('on Redis a wake-up job starts delivery, and no message is lost when Redis is emptied', async () => {
  const { config, clock, deps } = lab.app;
  const wakeUps = createWakeUps(config, deps.logger);
  const worker = await startWorker({ config, clock, logger: deps.logger, timings: { sweepMs: HOUR } });
  try {
    const first = await dueFollowUp(lab);
    await wakeUps.enqueue(first.company.id);
    await expect.poll(() => statuses(first.company), { timeout: 5_000 }).toEqual(new Set(['sent']));

    await redis.kill();
    const second = await dueFollowUp(lab);
    await wakeUps.enqueue(second.company.id);
    await expect(wakeUps.ping()).rejects.toThrow(/./);
    await redis.restart();
    await expect
      .poll(
        () =>
          wakeUps.ping().then(
            () => 'answers',
            () => 'silent',
          ),
        { timeout: 15_000 },
      )
      .toBe('answers');
    await worker.sweep();
    await expect.poll(() => statuses(second.company), { timeout: 15_000 }).toEqual(new Set(['sent']));
    expect(lab.texts(second.phone)).toHaveLength(1);
  } finally {
    await worker.close();
    await wakeUps.close();
  }
}, 60_000);

/** Starts a proxy in front of Redis. After `vanish`, existing connections stay open but get no responses. */
async function hostBefore(target: number) {
  const open: Socket[] = [];
  const host = createServer((socket) => {
    const behind = connect(target, '127.0.0.1');
    open.push(socket, behind);
    for (const [from, to] of [
      [socket, behind],
      [behind, socket],
    ] as const)
      from.on('error', () => undefined).pipe(to);
  });
  await once(host.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `redis://127.0.0.1:${(host.address() as AddressInfo).port}`,
    vanish() {
      for (const socket of open.splice(0)) socket.unpipe().pause();
    },
    close: () => host.close(),
  };
}

test('a Redis host that disappears is replaced by its successor', async () => {
  const { config, deps } = lab.app;
  const host = await hostBefore(Number(new URL(redis.url).port));
  const wakeUps = createWakeUps({ ...config, REDIS_URL: host.url }, deps.logger);
  try {
    await wakeUps.ping();
    host.vanish();
    await expect(wakeUps.ping()).rejects.toThrow(/./);
    await expect.poll(() => wakeUps.ping().then(() => 'answers', String), { timeout: 20_000 }).toBe('answers');
  } finally {
    await wakeUps.close();
    host.close();
  }
}, 30_000);

test('an unresponsive Redis delays nothing beyond its outage, and no message is sent twice', async () => {
  const { config, clock, deps } = lab.app;
  const worker = await startWorker({ config, clock, logger: deps.logger, timings: { sweepMs: 200, stalledMs: 500 } });
  const wakeUps = createWakeUps(config, deps.logger);
  try {
    await wakeUps.ping();
    redis.freeze();
    const due = await Promise.all([dueFollowUp(lab), dueFollowUp(lab)]);
    await expect(wakeUps.ping()).rejects.toThrow(/./);
    redis.thaw();
    for (const { company, phone } of due) {
      await expect.poll(() => statuses(company), { timeout: 30_000 }).toEqual(new Set(['sent']));
      expect(lab.texts(phone)).toHaveLength(1);
    }
  } finally {
    redis.thaw();
    await worker.close();
    await wakeUps.close();
  }
}, 60_000);
