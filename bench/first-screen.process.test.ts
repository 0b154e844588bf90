import { expect, test } from 'vitest';
import { D1_GOAL, firstScreen } from './d1.bench.ts';

// An exact size is stable enough to fail a build, unlike a rate.
test('the first dashboard screen loads at most 118 kB of JavaScript (D1)', async () => {
  const files = await firstScreen();
  expect(files.length).toBeGreaterThan(4);
  expect(files.reduce((sum, { gzip }) => sum + gzip, 0)).toBeLessThanOrEqual(D1_GOAL * 1000);
});
