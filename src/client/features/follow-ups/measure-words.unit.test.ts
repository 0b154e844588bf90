import { expect, test } from 'vitest';
import { measureText } from '#shared/features/messages/sms-text.rules.ts';
import { measureWords } from './measure-words.ts';

test.each([
  ['Hello', '5 of 160, 1 text'],
  // GSM-7 characters that need an escape count twice.
  ['[]'.repeat(41), '164 of 306, 2 texts'],
  ['Hello Łucja', '11 of 70, 1 text · Ł limits each text to 70 characters, not 160'],
  ['Łą'.repeat(36), '72 of 134, 2 texts · Ł ą limit each text to 70 characters, not 160'],
])('‘%s’ is %s (T12)', (body, words) => {
  expect(measureWords(measureText(body))).toBe(words);
});
