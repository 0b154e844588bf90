import { expect, test, vi } from 'vitest';
import { createWakeUps } from './queue.ts';

test('logs thousands of failed wake-up jobs once, with their count', async () => {
  const warn = vi.fn<(about: object, words: string) => void>();
  const wakeUps = createWakeUps({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, { warn } as never);
  await wakeUps.enqueueAll(
    Array.from({ length: 3_600 }, (_, n) => ({ owner: `company-${n}` as never, channel: 'sms' })),
  );
  const told = warn.mock.calls.filter(([, words]) => words.includes('enqueue'));
  expect(told).toMatchObject([[{ left: 3_600 }, "couldn't enqueue all wake-up jobs; the next sweep finds them"]]);
  await wakeUps.close();
});
