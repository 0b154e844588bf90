import { expect, test } from 'vitest';
import { KnownSessions } from './sessions.ts';

test('a session is known after it was read, and no longer once it is dead', () => {
  const known = new KnownSessions();
  expect(known.ownerOf('one')).toBeUndefined();
  known.note('one', 'company');
  expect(known.ownerOf('one')).toBe('company');
  known.note('one', undefined);
  expect(known.ownerOf('one')).toBeUndefined();
});

test('beyond ten thousand the longest unused is forgotten', () => {
  const known = new KnownSessions();
  for (let at = 0; at < 10_000; at += 1) known.note(`session ${at}`, 'company');
  known.ownerOf('session 0');
  known.note('one more', 'company');
  expect(known.ownerOf('session 0')).toBe('company');
  expect(known.ownerOf('session 1')).toBeUndefined();
});
