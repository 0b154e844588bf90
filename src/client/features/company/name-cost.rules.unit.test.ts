import { expect, test } from 'vitest';
import * as rules from '#shared/features/messages/sms-text.rules.ts';
import { nameCostWords, needsJudging } from './name-cost.rules.ts';

test.each([
  ['Acme Fence 🏠', 'The “🏠” in this name makes each text cost more, because a text with it fits fewer characters.'],
  [
    '🏠 Cercas Ramírez',
    'The “🏠” and “í” in this name make each text cost more, because a text with them fits fewer characters.',
  ],
  [
    'Łódź Fence™',
    'The “Ł”, “ó”, and “ź” in this name make each text cost more, because a text with them fits fewer characters.',
  ],
  ['Acme’s “Best” Fence – Boise', null],
  ['Peña & Müller Fence', null],
  ['Acme Fence, LLC [ID]', null],
  ['', null],
])('T12 the name ‘%s’: %s', (name, words) => {
  expect(nameCostWords(name, rules)).toBe(words);
  // A name that costs more is always judged.
  expect(needsJudging(name) || words === null).toBe(true);
});

test('T12 of printable ASCII, only the characters that cost more are judged', () => {
  const printable = Array.from({ length: 0x7f - 0x20 }, (_none, code) => String.fromCodePoint(0x20 + code));
  expect(printable.filter(needsJudging)).toEqual(['`']);
  expect(printable.filter((character) => nameCostWords(character, rules) !== null)).toEqual(['`']);
});
