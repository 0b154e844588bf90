import { expect, test } from 'vitest';
import { cadenceText, inTurns, namesText, summarize } from './start-many.rules.ts';

test('answers are counted, and leads that share a reason stand together, most first', () => {
  const leads = ['Ann', 'Bob', 'Cem', 'Dee', 'Eve'].map((name) => ({ id: name, name }));
  const answer = (leadId: string, outcome: 'started' | 'already' | 'refused', reason: string | null = null) => ({
    leadId,
    outcome,
    reason,
  });
  const summary = summarize(
    [
      answer('Ann', 'started'),
      answer('Bob', 'started', 'No phone number'),
      answer('Cem', 'refused', 'The lead has paid'),
      answer('Dee', 'already'),
      answer('Eve', 'refused', 'No consent'),
      answer('gone', 'refused', 'No consent'),
    ],
    leads,
  );
  expect(summary).toEqual({
    started: ['Ann', 'Bob'],
    already: 1,
    refused: [
      { reason: 'No consent', names: ['Eve', 'A lead'] },
      { reason: 'The lead has paid', names: ['Cem'] },
    ],
    withoutTexts: [{ reason: 'No phone number', names: ['Bob'] }],
  });
});

test('leads are asked for 1,000 a call and two calls at a time, each once and in their order', () => {
  const ids = Array.from({ length: 4_001 }, (_none, index) => `lead ${index}`);
  const sizes = (turns: string[][][]) => turns.map((calls) => calls.map((call) => call.length));
  expect(sizes(inTurns(ids, false))).toEqual([[1000, 1000], [1000, 1000], [1]]);
  expect(sizes(inTurns(ids, true))).toEqual([[1000], [1000, 1000], [1000, 1]]);
  for (const firstAlone of [true, false]) {
    expect(inTurns(ids, firstAlone).flat(2)).toEqual(ids);
    expect(inTurns([], firstAlone)).toEqual([]);
  }
});

test('words stay readable', () => {
  expect(namesText(['Ann', 'Bob', 'Cem', 'Dee'])).toBe('Ann, Bob, Cem, Dee');
  expect(namesText(['Ann', 'Bob', 'Cem', 'Dee', 'Eve'])).toBe('Ann, Bob, Cem and 2 more');
  expect(cadenceText('sms', [1, 3, 7])).toBe('3 texts each, on days 1, 3 and 7');
  expect(cadenceText('email', [2])).toBe('One email each, on day 2');
});
