import { expect, test } from 'vitest';
import { KnownSessions } from './sessions.ts';

test('caches a session from its first read until it ends', () => {
  const known = new KnownSessions();
  expect(known.ownerOf('one')).toBeUndefined();
  known.note('one', 'company');
  expect(known.ownerOf('one')).toBe('company');
  known.note('one', undefined);
  expect(known.ownerOf('one')).toBeUndefined();
});

test('drops the least recently used of more than ten thousand sessions', () => {
  const known = new KnownSessions();
  for (let at = 0; at < 10_000; at += 1) known.note(`session ${at}`, 'company');
  known.ownerOf('session 0');
  known.note('one more', 'company');
  expect(known.ownerOf('session 0')).toBe('company');
  expect(known.ownerOf('session 1')).toBeUndefined();
});
