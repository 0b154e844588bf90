import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { applyStripeTruth } from './apply-stripe-truth.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Creates a fake Stripe read that finishes on command, and records what is written. */
const reading = (written: string[], what: string) => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const done = applyStripeTruth(app.deps.system, {
    key: 'plan:one',
    read: () => {
      asked.resolve();
      return answer.promise;
    },
    write: (_tx, truth) => {
      written.push(truth);
      return Promise.resolve();
    },
  });
  return {
    asked: asked.promise,
    answer: () => answer.resolve(what),
    fail: () => answer.reject(new Error('away')),
    done,
  };
};

it('an older read’s late result never overwrites a newer read’s result (S9)', async () => {
  const written: string[] = [];
  const older = reading(written, 'old');
  await older.asked;
  const newer = reading(written, 'new');
  await newer.asked;
  newer.answer();
  expect(await newer.done).toBe(true);
  older.answer();
  expect(await older.done).toBe(false);
  expect(written).toEqual(['new']);
});

it('stores the older read if the newer one fails', async () => {
  const written: string[] = [];
  const older = reading(written, 'old');
  await older.asked;
  const newer = reading(written, 'new');
  await newer.asked;
  newer.fail();
  await expect(newer.done).rejects.toThrow('away');
  older.answer();
  expect(await older.done).toBe(true);
  expect(written).toEqual(['old']);
});
