import { expect, test } from 'vitest';
import { outlastingRestarts, untilNoted } from './gather-notes.ts';

const failing = (code: string) => {
  let calls = 0;
  const work = () => {
    calls += 1;
    return calls === 1 ? Promise.reject(Object.assign(new Error('words'), { code })) : Promise.resolve(calls);
  };
  return outlastingRestarts(work);
};

test.each(['40P01', '40001', '57P01', '57014', '55P03'])('a note that %s undid is written again', async (code) => {
  await expect(failing(code)).resolves.toBe(2);
});

test('a note that is wrong is not', async () => {
  await expect(failing('23505')).rejects.toThrow('words');
});

const QUICK = { firstPauseMs: 1, longestPauseMs: 1, allMs: 60_000, stoppingMs: 0 };

test.each(['57P03', '57014', '55P03', '25P03', '40P01'])(
  'a provider’s answer outlasts a failover that tells %s again and again, and is not kept by a process that is to end',
  async (code) => {
    let calls = 0;
    const failover = () =>
      (calls += 1) < 30 ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve(calls);
    await expect(untilNoted({ stopping: () => false }, failover, undefined, QUICK)).resolves.toBe(30);
    calls = 0;
    await expect(untilNoted({ stopping: () => calls > 1 }, failover, undefined, QUICK)).rejects.toThrow(code);
    expect(calls).toBeLessThan(30);
  },
);
