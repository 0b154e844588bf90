import { expect, test } from 'vitest';
import { besidePhoneHint, onlyPhoneHint } from './phone-hint.ts';

test('what is typed beside a phone number is said', () => {
  expect(besidePhoneHint('614-229-0649 x12')).toBe('“ext. 12” goes to the notes.');
  expect(onlyPhoneHint('614-229-0649 / 614-229-0650')).toBe('Only (614) 229-0649 is used, without “614-229-0650”.');
  for (const plain of ['', '614', 'tel:614-229-0649', '(614) 229-0649'])
    expect([besidePhoneHint(plain), onlyPhoneHint(plain)]).toEqual([undefined, undefined]);
});
