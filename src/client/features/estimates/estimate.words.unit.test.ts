import { expect, test } from 'vitest';
import { waitingTextWords } from './estimate.words.ts';

test('a scheduled text is announced with its time in the company’s time zone', () => {
  expect(waitingTextWords('2026-11-06T17:00:00Z', 'America/Boise')).toBe(
    'The text will be sent Nov 6, 2026 Fri 10:00 AM.',
  );
  expect(waitingTextWords(null, 'America/Boise')).toBeUndefined();
});
