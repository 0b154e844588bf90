import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

function asked({ atOnce = 1 } = {}) {
  const batches: { keys: readonly string[]; answer: PromiseWithResolvers<ReadonlyMap<string, number>> }[] = [];
  const find = inBatches<string, number>(
    (keys) => {
      const answer = Promise.withResolvers<ReadonlyMap<string, number>>();
      batches.push({ keys, answer });
      return answer.promise;
    },
    { most: 2, atOnce },
  );
  return { find, batches };
}

test('batches the calls of one turn with unique keys, and later calls form the next batch', async () => {
  const { find, batches } = asked();
  const first = [find('a'), find('a')];
  await expect.poll(() => batches).toHaveLength(1);
  const later = [find('b'), find('c'), find('d')];
  expect(batches.map(({ keys }) => keys)).toEqual([['a']]);
  batches[0]?.answer.resolve(new Map([['a', 1]]));
  expect(await Promise.all(first)).toEqual([1, 1]);
  await expect.poll(() => batches).toHaveLength(2);
  batches[1]?.answer.resolve(new Map([['b', 2]]));
  await expect.poll(() => batches).toHaveLength(3);
  batches[2]?.answer.resolve(new Map([['d', 4]]));
  expect(await Promise.all(later)).toEqual([2, undefined, 4]);
  expect(batches.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('a failed batch rejects only its own callers, and the next batch runs', async () => {
  const { find, batches } = asked();
  const failing = find('a');
  await expect.poll(() => batches).toHaveLength(1);
  const next = find('a');
  batches[0]?.answer.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await expect.poll(() => batches).toHaveLength(2);
  batches[1]?.answer.resolve(new Map([['a', 1]]));
  expect(await next).toBe(1);
});

test('runs up to the allowed number of batches at once', async () => {
  const { find, batches } = asked({ atOnce: 2 });
  const found = ['a', 'b', 'c', 'd', 'e'].map((key) => find(key));
  await expect.poll(() => batches).toHaveLength(2);
  batches[1]?.answer.resolve(new Map([['c', 3]]));
  await expect.poll(() => batches).toHaveLength(3);
  expect(batches.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  for (const { answer } of batches) answer.resolve(new Map());
  expect(await Promise.all(found)).toEqual([undefined, undefined, 3, undefined, undefined]);
});
