import { expect, onTestFinished, test, vi } from 'vitest';
import { createLimits, MAILS_AT_ONCE, MAILS_UNDER_WAY } from './limits.ts';

test('limits emails in progress to the number that a slow mail server accepts in time, until it recovers', async () => {
  const { capacity, calls } = createLimits();
  const company = capacity.email.join();
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const mails = async (count: number, took: number) => {
    for (let sent = 0; sent < count; sent += 1) await calls.email.use(async () => void (now += took));
  };
  expect(company.free()).toBe(MAILS_UNDER_WAY);
  await mails(100, 5_000);
  // One email per connection, plus the six that the connections can take within 3 seconds.
  expect(company.free()).toBe(MAILS_AT_ONCE + 6);
  await mails(100, 20);
  expect(company.free()).toBe(MAILS_UNDER_WAY);
});
