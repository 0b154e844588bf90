import { expect, test } from 'vitest';
import { gather } from './gather.ts';

test('requests during a batch join the next one, and each gets its own result', async () => {
  const lots: number[][] = [];
  const first = Promise.withResolvers<void>();
  const double = gather<number, number>({
    async doLot(lot) {
      lots.push([...lot]);
      if (lots.length === 1) await first.promise;
      return (one) => one * 2;
    },
  });
  const works = [1, 2, 3].map(double);
  first.resolve();
  expect(await Promise.all(works)).toEqual([2, 4, 6]);
  expect(lots).toEqual([[1], [2, 3]]);
});

test('a failing request doesn’t affect the others', async () => {
  const busy = Promise.withResolvers<void>();
  const work = gather<string, string>({
    async doLot(lot) {
      if (lot.includes('first')) await busy.promise;
      if (lot.includes('bad')) throw new Error('a bad one');
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
  const lots: number[] = [];
  const count = gather<number, void>({
    doLot: (lot) => Promise.resolve(() => void lots.push(lot.length)),
    linger: () => ({ full: 2, ms: 30 }),
  });
  await Promise.all([count(1), count(2)]);
  await count(3);
  expect(lots).toEqual([2, 2, 1]);
});

test('a request that can’t start yet is checked again when new ones arrive', async () => {
  let room = false;
  let given = Promise.withResolvers<void>();
  const pass = gather<string, string>({
    doLot: () => Promise.resolve((one) => one),
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
