import { expect, test } from 'vitest';
import { isBase64 } from './base64.ts';

test.each([
  ['AAAA', true],
  ['AA+/', true],
  ['AAA=', true],
  ['AA==', true],
  ['', false],
  ['=', false],
  ['A===', false],
  ['A=A=', false],
  ['AA=A', false],
  ['A A=', false],
  ['AAAÅ', false],
])('%j is base64: %s', (text, expected) => {
  expect(isBase64(text)).toBe(expected);
});
