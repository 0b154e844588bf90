import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/platform/db/tables.ts';
import { createBell } from '#core/platform/queue.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import { type DeliveryLab, startDeliveryLab } from '../../test/delivery.ts';
import { dueFollowUp } from '../../test/due-follow-up.ts';
import { oneBehindMany } from '../../test/one-behind-many.ts';
import { redisServerPath } from '../../test/tools.ts';
import { startWorker } from './start.ts';

let lab: DeliveryLab;
let redis: ChildProcess;
let port: number;

/** A Redis that keeps nothing: losing the whole queue store loses no message. */
async function startRedis(): Promise<ChildProcess> {
  const server = spawn(redisServerPath() ?? 'redis-server', [
    '--port',
    String(port),
    '--save',
    '',
    '--appendonly',
    'no',
  ]);
  for await (const line of server.stdout) if (String(line).includes('Ready to accept connections')) break;
  server.stdout.resume();
  return server;
}

async function stopRedis(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  port = await steadyPort(`redis-${process.pid}`);
  redis = await startRedis();
  lab = await startDeliveryLab({ env: { REDIS_URL: `redis://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await lab.close();
  await stopRedis(redis);
});

const statuses = async (company: CompanyRow) => new Set((await lab.followUps(company)).map((row) => row.status));

test('on Redis the bell wakes the worker, and a Redis that comes back empty has lost no message', async () => {
  const { config, clock, deps } = lab.app;
  const bell = createBell(config, deps.logger);
  const worker = await startWorker({ config, clock, logger: deps.logger, timings: { sweepMs: HOUR } });
  try {
    const first = await dueFollowUp(lab);
    await bell.ring(first.company.id);
    await expect.poll(() => statuses(first.company), { timeout: 5_000 }).toEqual(new Set(['sent']));

    await stopRedis(redis);
    const second = await dueFollowUp(lab);
    await bell.ring(second.company.id);
    await expect(bell.ping()).rejects.toThrow(/./);
    redis = await startRedis();
    await expect
      .poll(
        () =>
          bell.ping().then(
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
    await bell.close();
  }
}, 60_000);

test('on Redis too one contractor’s hundreds do not hold up another’s one', async () => {
  const bell = createBell(lab.app.config, lab.app.deps.logger);
  try {
    const { before, many } = await oneBehindMany(lab, bell);
    expect(before).toBeLessThan(many / 2);
  } finally {
    await bell.close();
  }
}, 60_000);
