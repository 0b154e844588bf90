import { expect, test } from 'vitest';
import { gathering } from './gathering.ts';

test('processes a burst in as few complete runs as possible, the last with the latest values', async () => {
  const turns: string[][] = [];
  const ends: ((failed?: Error) => void)[] = [];
  const gather = gathering<string>((items) => {
    turns.push([...items]);
    return new Promise<void>((resolve, reject) => ends.push((failed) => (failed ? reject(failed) : resolve())));
  });
  for (const item of ['a', 'b', 'c']) gather(item);
  expect(turns).toEqual([['a']]);
  ends[0]?.(new Error('no answer'));
  await expect.poll(() => turns).toEqual([['a'], ['b', 'c']]);
  gather('d');
  ends[1]?.();
  await expect.poll(() => turns).toEqual([['a'], ['b', 'c'], ['d']]);
  ends[2]?.();
  await Promise.resolve();
  gather('e');
  await expect.poll(() => turns.at(-1)).toEqual(['e']);
});
