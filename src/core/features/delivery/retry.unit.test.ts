import { expect, test } from 'vitest';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import { backoff, delayAfterUndelivered, MAX_ATTEMPTS, textFailureWords } from './retry.rules.ts';

test('delays grow from seconds to two hours, with jitter, and the attempts span several hours (T8)', () => {
  expect([1, 2, 3].map((attempt) => backoff(attempt, 0))).toEqual([5 * SECOND, 20 * SECOND, 80 * SECOND]);
  expect(backoff(1, 1)).toBe(6_250);
  expect(backoff(MAX_ATTEMPTS, 0)).toBe(2 * HOUR);
  const whole = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => backoff(index + 1, 0)).reduce(
    (sum, ms) => sum + ms,
    0,
  );
  expect(whole).toBeGreaterThan(3 * HOUR);
});

test('retries once after 30003 and 30008, several times after 30001, never after the others (T8, T9)', () => {
  expect(delayAfterUndelivered('30003', { attempts: 3, triedLater: false })).toBe(HOUR);
  expect(delayAfterUndelivered('30008', { attempts: 2, triedLater: true })).toBeUndefined();
  expect(delayAfterUndelivered('30001', { attempts: 3, triedLater: true })).toBeGreaterThan(0);
  expect(delayAfterUndelivered('30001', { attempts: MAX_ATTEMPTS, triedLater: false })).toBeUndefined();
  for (const code of ['30004', '30005', '30006', '30007', '30034', null])
    expect(delayAfterUndelivered(code, { attempts: 1, triedLater: false })).toBeUndefined();
});

test('includes an unknown code in the reason', () => {
  expect(textFailureWords('39999')).toContain('39999');
});
