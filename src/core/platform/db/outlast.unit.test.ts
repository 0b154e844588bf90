import { expect, test } from 'vitest';
import { outlast } from './outlast.ts';

const QUICK = { firstPauseMs: 1, longestPauseMs: 1, allMs: 60_000, stoppingMs: 0 };

/** Returns a function that fails this many times and then returns the number of calls. */
const failing = (times: number, code: string) => {
  const work = () => {
    work.calls += 1;
    return work.calls <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve(work.calls);
  };
  work.calls = 0;
  return work;
};

test.each(['40P01', '40001', '57P01', '57P03', '57014', '55P03', '25P03'])(
  'retries after %s for as long as a failover takes',
  async (code) => {
    await expect(outlast(failing(30, code), { patience: QUICK })).resolves.toBe(31);
  },
);

test('doesn’t retry an invalid query', async () => {
  const work = failing(1, '23505');
  await expect(outlast(work, { patience: QUICK })).rejects.toThrow('23505');
  expect(work.calls).toBe(1);
});

test('gives up early when the process is stopping', async () => {
  const work = failing(30, '57P03');
  await expect(outlast(work, { patience: QUICK, stopping: () => work.calls > 1 })).rejects.toThrow('57P03');
  expect(work.calls).toBeLessThan(5);
});

test('retries once if the first attempt used all of the time', async () => {
  const work = failing(30, '57014');
  await expect(outlast(work, { patience: { ...QUICK, allMs: 0 } })).rejects.toThrow('57014');
  expect(work.calls).toBe(2);
});

test('rejects immediately if the caller doesn’t want to retry the error', async () => {
  const work = failing(30, '57014');
  await expect(outlast(work, { patience: QUICK, again: () => false })).rejects.toThrow('57014');
  expect(work.calls).toBe(1);
});
