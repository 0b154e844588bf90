import { expect, test } from 'vitest';
import { bounceKind } from './bounce.rules.ts';

const ANSWERS: [string | null, string, 'hard' | 'soft' | null][] = [
  ['550', '550 5.1.1 <dana@example.com> no such user', 'hard'],
  ['556', '556 5.1.10 domain takes no mail', 'hard'],
  ['5.1.1', '', 'hard'],
  ['552', '552 5.2.2 mailbox full', 'soft'],
  ['452', '452 4.2.2 mailbox full', 'soft'],
  ['552', 'too much mail', 'soft'],
  ['550', '550 5.4.1 recipient address rejected', 'soft'],
  // about us or the message, whoever the mail is for
  ['550', '550 5.7.1 Message refused', null],
  ['553', '553 5.1.8 sender domain not found', null],
  ['554', 'no', null],
  ['451', '451 4.3.0 try again later', null],
  ['421', '421 4.7.0 too many messages', null],
  // an address of the network is no status
  ['451', '451 greylisted 45.5.1.1', null],
  [null, 'connect ECONNREFUSED 5.1.1.1:25', null],
];

test.each(ANSWERS)('%s %s is told of the mailbox as %s (C26)', (code, detail, kind) => {
  expect(bounceKind({ code, detail })).toBe(kind);
});

test('a delay that went on too long is a soft bounce once the mail came back for good', () => {
  expect(bounceKind({ code: '4.4.7', detail: '' })).toBe(null);
  expect(bounceKind({ code: '4.4.7', detail: '' }, true)).toBe('soft');
});
