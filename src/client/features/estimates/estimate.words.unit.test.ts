import { expect, test } from 'vitest';
import { termsLine, waitingTextWords } from './estimate.words.ts';

const USUAL = '1. Acceptance\nSign it.\n2. Deposit\n{{deposit}} is due first.';

test('a scheduled text is announced with its time in the company’s time zone', () => {
  expect(waitingTextWords('2026-11-06T17:00:00Z', 'America/Boise')).toBe(
    'The text will be sent Nov 6, 2026 Fri 10:00 AM.',
  );
  expect(waitingTextWords(null, 'America/Boise')).toBeUndefined();
});

test.each([
  ['No terms', ' \n'],
  ['Your usual terms, 2 sections', USUAL],
  ['Changed for this estimate, 1 section', '1. Deposit\nHalf now.'],
  ['Changed for this estimate', 'Pay in cash within 7 days.'],
])('folded terms are described as ‘%s’', (line, text) => expect(termsLine(text, USUAL)).toBe(line));
