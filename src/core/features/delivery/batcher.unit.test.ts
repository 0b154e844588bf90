import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

test('requests during a batch join the next one, and each gets its own result', async () => {
  const batches: number[][] = [];
  const first = Promise.withResolvers<void>();
  const double = createBatcher<number, number>({
    async run(batch) {
      batches.push([...batch]);
      if (batches.length === 1) await first.promise;
      return (one) => one * 2;
    },
  });
  const works = [1, 2, 3].map(double);
  first.resolve();
  expect(await Promise.all(works)).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test('a failing request doesn’t affect the others', async () => {
  const busy = Promise.withResolvers<void>();
  const work = createBatcher<string, string>({
    async run(batch) {
      if (batch.includes('first')) await busy.promise;
      if (batch.includes('bad')) throw new Error('a bad one');
      return (one) => one;
    },
  });
  const works = ['first', 'good', 'bad', 'better'].map(work);
  busy.resolve();
  expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

test('a batch starts when enough requests wait, or the first has waited long enough', async () => {
  const batches: number[] = [];
  const count = createBatcher<number, void>({
    run: (batch) => Promise.resolve(() => void batches.push(batch.length)),
    linger: () => ({ full: 2, ms: 30 }),
  });
  await Promise.all([count(1), count(2)]);
  await count(3);
  expect(batches).toEqual([2, 2, 1]);
});

test('a request that can’t start yet is checked again when new ones arrive', async () => {
  let room = false;
  let given = Promise.withResolvers<void>();
  const pass = createBatcher<string, string>({
    run: () => Promise.resolve((one) => one),
    pick: (waiting) => (room ? new Set(waiting) : given.promise),
  });
  const passed = pass('one');
  given.resolve();
  given = Promise.withResolvers<void>();
  const later = pass('two');
  room = true;
  given.resolve();
  expect(await Promise.all([passed, later])).toEqual(['one', 'two']);
});
