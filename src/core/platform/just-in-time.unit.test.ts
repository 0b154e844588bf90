import { expect, test } from 'vitest';
import { justInTime } from './just-in-time.ts';

test('delays the start so that both tasks end together, and starts a longer task immediately', () => {
  const time = justInTime();
  expect(time.pause()).toBeUndefined();
  time.took(4);
  expect(time.pause()).toBeUndefined();
  time.came(10);
  expect(time.pause()).toBe(6);
  for (let more = 0; more < 100; more += 1) time.took(12);
  expect(time.pause()).toBe(0);
});
