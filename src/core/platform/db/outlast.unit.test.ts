import { expect, test } from 'vitest';
import { outlast } from './outlast.ts';

const QUICK = { firstPauseMs: 1, longestPauseMs: 1, allMs: 60_000, stoppingMs: 0 };

/** Fails so often, and then tells how often it was asked. */
const failing = (times: number, code: string) => {
  const work = () => {
    work.calls += 1;
    return work.calls <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve(work.calls);
  };
  work.calls = 0;
  return work;
};

test.each(['40P01', '40001', '57P01', '57P03', '57014', '55P03', '25P03'])(
  'what %s undid is done again, through a whole failover',
  async (code) => {
    await expect(outlast(failing(30, code), { patience: QUICK })).resolves.toBe(31);
  },
);

test('what is wrong by itself is not', async () => {
  const work = failing(1, '23505');
  await expect(outlast(work, { patience: QUICK })).rejects.toThrow('23505');
  expect(work.calls).toBe(1);
});

test('a process that is to end gives up soon', async () => {
  const work = failing(30, '57P03');
  await expect(outlast(work, { patience: QUICK, stopping: () => work.calls > 1 })).rejects.toThrow('57P03');
  expect(work.calls).toBeLessThan(5);
});

test('what took all of its time is tried once more, and not again and again', async () => {
  const work = failing(30, '57014');
  await expect(outlast(work, { patience: { ...QUICK, allMs: 0 } })).rejects.toThrow('57014');
  expect(work.calls).toBe(2);
});

test('a fault that its asker would rather have is told at once', async () => {
  const work = failing(30, '57014');
  await expect(outlast(work, { patience: QUICK, again: () => false })).rejects.toThrow('57014');
  expect(work.calls).toBe(1);
});
