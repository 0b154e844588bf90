import { afterEach, expect, test, vi } from 'vitest';
import { ALONE, createTrpcClient } from './trpc.ts';

afterEach(() => vi.unstubAllGlobals());

test('batches simultaneous calls into one request, except calls with ALONE', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json(url.split(',').map(() => ({ result: { data: {} } }))));
  });
  const { startMany } = createTrpcClient().followUps;
  const input = { leadIds: ['a'], dryRun: true };
  await Promise.all([startMany.mutate(input), startMany.mutate(input)]);
  expect(asked).toEqual(['/trpc/followUps.startMany,followUps.startMany?batch=1']);
  await Promise.all([startMany.mutate(input, ALONE), startMany.mutate(input, ALONE)]);
  expect(asked.slice(1)).toEqual(Array(2).fill('/trpc/followUps.startMany?batch=1'));
});
