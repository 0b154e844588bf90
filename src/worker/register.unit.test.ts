import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#shared/primitives/job.ts';
import { bindJob, registerJobs } from './register.ts';

const trim = defineJob({ name: 'trim', payload: z.object({ times: z.number() }), attempts: 1 });
const mow = defineJob({ name: 'mow', payload: z.object({}), attempts: 1 });

test('a declared job without a handler stops the worker, and so do two handlers for one job', () => {
  const bound = bindJob(trim, () => Promise.resolve());
  expect(() => registerJobs([trim, mow], [bound])).toThrow("no handler for the job 'mow'");
  expect(() => registerJobs([trim], [bound, bound])).toThrow("two handlers for the job 'trim'");
});

test('a payload is parsed before it reaches the handler', async () => {
  const heard: number[] = [];
  const find = registerJobs(
    [trim],
    [
      bindJob(trim, ({ times }) => {
        heard.push(times);
        return Promise.resolve();
      }),
    ],
  );
  await find('trim')?.run({ times: 3, more: true });
  await expect(find('trim')?.run({ times: 'three' })).rejects.toThrow(/expected number/);
  expect(heard).toEqual([3]);
});
