import { expect, test } from 'vitest';
import { loadOnce } from './load-once.ts';

test('caches the loaded value, shares a load in progress, and retries after a failure', async () => {
  let tries = 0;
  const get = loadOnce(async () => {
    tries += 1;
    await Promise.resolve();
    if (tries === 1) throw new Error('not yet');
    return tries;
  });
  expect(await Promise.allSettled([get(), get()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(await Promise.all([get(), get()])).toEqual([2, 2]);
  expect(await get()).toBe(2);
});
