import { expect, test } from 'vitest';
import { bounceKind } from './bounce.rules.ts';

const ANSWERS: [string | null, string, 'hard' | 'soft' | null][] = [
  ['550', '550 5.1.1 <dana@example.com> no such user', 'hard'],
  ['556', '556 5.1.10 domain takes no mail', 'hard'],
  ['5.1.1', '', 'hard'],
  ['552', '552 5.2.2 mailbox full', 'soft'],
  ['452', '452 4.2.2 mailbox full', 'soft'],
  ['552', 'too much mail', 'soft'],
  ['550', '550 5.4.1 recipient address rejected', 'hard'],
  // Microsoft 365 refuses unknown recipients at its edge, which isn't about access or a policy.
  ['550', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [BN8NAM11FT042.eop-nam11.prod]', 'hard'],
  ['550', '550 5.4.1 [dana@example.com]: Recipient address rejected: Access denied [DM6NAM10.prod]', 'hard'],
  ['5.4.1', 'smtp; 550 5.4.1 Recipient address rejected: Access denied.', 'hard'],
  ['550', '550 5.4.1 no answer from host', 'soft'],
  [
    '550',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient dana@example.com not found by SMTP address lookup',
    'hard',
  ],
  ['550', '550 5.4.310 DNS domain example.com does not exist [Message=InfoDomainNonexistent]', 'hard'],
  [
    '5.4.4',
    'smtp; Host or domain name not found. Name service error for name=exampel.com type=MX: Host not found',
    'hard',
  ],
  [
    '4.4.3',
    'smtp; Host or domain name not found. Name service error for name=example.com: Host not found, try again',
    null,
  ],
  ['550', '550 5.2.1 mailbox disabled, not accepting messages', 'hard'],
  ['550', '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents it', null],
  ['550', '550 5.0.0 Unknown domain', 'hard'],
  // A full inbox, in all its codes.
  ['550', '550 5.2.2 over quota', 'soft'],
  ['554', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException', 'soft'],
  ['550', '550 5.2.122 The recipient has exceeded their limit', 'soft'],
  ['552', '552 5.7.0 Mailbox is full', 'soft'],
  ['550', '550 5.1.1 <dana@example.com> recipient overquota', 'soft'],
  ['552', '552 1 Requested mail action aborted, mailbox not found', 'hard'],
  ['452', '452-4.2.2 The recipient’s inbox is out of storage space', 'soft'],
  ['5.2.2', '', 'soft'],
  ['4.2.2', '', 'soft'],
  ['552', '552 5.3.4 Message size exceeds fixed limit', null],
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
