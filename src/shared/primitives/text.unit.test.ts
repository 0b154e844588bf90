import { expect, test } from 'vitest';
import { line, paragraph, storable } from './text.ts';

test('removes characters that Postgres refuses in text or jsonb', () => {
  expect(storable('a\u0000b')).toBe('ab');
  expect(storable('cut \uD83D')).toBe('cut \uFFFD');
  expect(storable('whole 😀')).toBe('whole 😀');
  expect(paragraph(10).parse('a\u0000\nb\uDC00')).toBe('a\nb\uFFFD');
});

test('a line has no invisible or direction-changing characters, and a name that consists only of these is empty', () => {
  expect(line('your name', 20).parse('\u202EDana\u200B')).toBe('Dana');
  expect(line('your name', 20).safeParse('\u200B \u2060').success).toBe(false);
  expect(line('your name', 20).safeParse('Dana\u2028Bcc').success).toBe(false);
  expect(line('your name', 20).parse('👩‍👧 Ana María')).toBe('👩‍👧 Ana María');
});
