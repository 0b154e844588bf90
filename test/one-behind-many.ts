import { expect } from 'vitest';
import type { WakeUpQueue } from '#core/platform/queue.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { startWorker } from '../src/worker/start.ts';
import type { DeliveryLab } from './delivery.ts';
import { manyDueMails } from './many-due-mails.ts';

const MANY = 400;

/**
 * Hundreds of messages of one contractor are due, and then a single message of another contractor becomes due. A worker
 * handles one company at a time and sweeps only once. The single message must be sent after one turn and not after all
 * the others. Returns how many of the others were sent while it waited, and how many there are in total, without
 * another sweep.
 */
export async function oneBehindMany(lab: DeliveryLab, wakeUps: WakeUpQueue): Promise<{ before: number; many: number }> {
  const { app } = lab;
  const due = app.clock.now();
  const big = await app.a.company();
  const addresses = new Set(await manyDueMails(app.deps.system, big, { count: MANY, due }));
  const small = await app.a.company();
  const fromBig = () => lab.mails().filter(({ to }) => addresses.has(to)).length;
  const worker = await startWorker({
    config: app.config,
    clock: app.clock,
    logger: app.deps.logger,
    timings: { sweepMs: HOUR, turnMs: 25 },
    companiesAtOnce: 1,
  });
  try {
    await expect.poll(fromBig, { timeout: 15_000, interval: 5 }).toBeGreaterThan(0);
    const [one = ''] = await manyDueMails(app.deps.system, small, { count: 1, due });
    // a busy machine may send many messages before the single message is created
    const already = fromBig();
    await wakeUps.enqueue(small.id);
    await expect.poll(() => lab.mails(one).length, { timeout: 15_000, interval: 5 }).toBe(1);
    const all = lab.mails().map(({ to }) => to);
    const before = all.slice(0, all.indexOf(one)).filter((to) => addresses.has(to));
    await expect.poll(fromBig, { timeout: 30_000 }).toBe(MANY);
    return { before: before.length - already, many: MANY };
  } finally {
    await worker.close();
  }
}
