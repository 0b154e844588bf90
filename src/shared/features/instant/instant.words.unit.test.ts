import { expect, test } from 'vitest';
import { INSTANT_REASONS } from '#shared/features/instant/instant.schema.ts';
import { instantWords } from './instant.words.ts';

test('a lead says that its estimate was sent at once, or why not', () => {
  expect(instantWords({ instant: true, instantReason: null })).toBe('Sent at once');
  expect(instantWords({ instant: false, instantReason: null })).toBeNull();
  const said = INSTANT_REASONS.map((instantReason) => instantWords({ instant: false, instantReason }));
  expect(said.filter((words) => words === null)).toHaveLength(1);
  expect(new Set(said).size).toBe(INSTANT_REASONS.length);
});
