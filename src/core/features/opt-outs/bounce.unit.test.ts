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
  // About us or the message, not the recipient.
  ['550', '550 5.7.1 Message refused', null],
  ['553', '553 5.1.8 sender domain not found', null],
  ['554', 'no', null],
  ['451', '451 4.3.0 try again later', null],
  ['421', '421 4.7.0 too many messages', null],
  // Wording only: Yahoo, Outlook, AT&T, Barracuda, Exim, Postfix, qmail.
  ['554', "554 delivery error: dd This user doesn't have a yahoo.com account (dana@yahoo.com) [0]", 'hard'],
  ['550', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'hard'],
  ['550', '550 Requested action not taken: mailbox unavailable', 'hard'],
  ['550', '550 5.0.0 user unknown', 'hard'],
  ['5.0.0', 'smtp; 550 5.1.1 user unknown', 'hard'],
  ['550', '550 5.2.1 <dana@prodigy.net>... Addressee unknown, relay=[192.0.2.1]', 'hard'],
  ['550', '550 No such user (dana@example.com)', 'hard'],
  ['550', '550 Unrouteable address', 'hard'],
  ['550', '550 <dana@example.com>: Recipient address rejected: User unknown in virtual mailbox table', 'hard'],
  ['550', '550 Invalid recipient <spam@blocked.example> see https://mx.test/policy', 'hard'],
  ['553', "553 sorry, this recipient does not exist; it's not our customer", 'hard'],
  [
    '554',
    '554 30 Sorry, your message to dana@yahoo.com cannot be delivered. This mailbox is disabled (554.30).',
    'hard',
  ],
  ['550', '550 5.2.1 The email account that you tried to reach is inactive', 'hard'],
  // Wording for a mailbox that may accept email later.
  ['450', '450 4.2.1 The account is temporarily disabled', 'soft'],
  ['550', '550 The mailbox of the recipient is full', 'soft'],
  ['554', '554 5.0.0 Quota exceeded', 'soft'],
  ['452', '452 mailbox full', 'soft'],
  ['450', '450 Requested mail action not taken: mailbox unavailable', null],
  ['450', '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents it', null],
  // Wording about us or the message.
  ['550', '550 Message rejected as spam', null],
  ['550', '550 Requested action not taken: mailbox unavailable. Reject due to policy restrictions', null],
  ['554', '554 Message not allowed - [PH01] Email not accepted for policy reasons', null],
  ['550', '550 Blocked', null],
  ['550', '550 5.0.0 rejecting spoofed message', null],
  ['550', '550 Sender address rejected: user unknown', null],
  ['550', '550 5.7.1 Unauthenticated email is not accepted due to DMARC policy', null],
  ['552', '552 5.2.3 Message size exceeds the limit', null],
  // An IP address isn't a status code.
  ['451', '451 greylisted 45.5.1.1', null],
  [null, 'connect ECONNREFUSED 5.1.1.1:25', null],
];

test.each(ANSWERS)('%s %s is classified as %s (C26)', (code, detail, kind) => {
  expect(bounceKind({ code, detail })).toBe(kind);
});

test('a delay becomes a soft bounce once the email is finally returned', () => {
  expect(bounceKind({ code: '4.4.7', detail: '' })).toBe(null);
  expect(bounceKind({ code: '4.4.7', detail: '' }, true)).toBe('soft');
});

test('a bounce without a code is classified by its text', () => {
  const detail = 'Remote host said: 554 delivery error: dd This user doesn’t have a example.com account';
  expect(bounceKind({ code: null, detail }, true)).toBe('hard');
  expect(bounceKind({ code: null, detail: 'Mailbox full, I gave up' }, true)).toBe('soft');
  expect(bounceKind({ code: null, detail: 'Sorry, I gave up' }, true)).toBe(null);
});
