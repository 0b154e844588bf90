import { expect, test } from 'vitest';
import { readAmount } from './amount.rules.ts';

test('a deal’s amount is optional, and typed dollars become whole cents (spec:5.16)', () => {
  expect(['', ' ', '12,950', '$7.5', '0'].map(readAmount)).toEqual([null, null, 1_295_000, 750, 0]);
  expect(['-1', 'abc', '1.234', '1,2', '9'.repeat(12)].map(readAmount)).toEqual(Array(5).fill(undefined));
});
