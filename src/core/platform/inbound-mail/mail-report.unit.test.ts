import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';

const read = (lines: readonly string[]) => readMail(Buffer.from(lines.join('\r\n')));
const parts = (type: string, ...bodies: readonly string[]): string[] => [
  'MIME-Version: 1.0',
  `Content-Type: ${type}; boundary=b`,
  '',
  ...bodies.flatMap((body) => ['--b', body]),
  '--b--',
];
const WORDS = 'Content-Type: text/plain\r\n\r\nThis is a report.';
const ORIGINAL = 'Message-ID:\r\n <1@acme.test>\r\nSubject: Your fence\r\n\r\nHi';

test('recognizes Microsoft’s junk report by a header of the attached email (C26)', async () => {
  const marked = `Content-Type: message/rfc822\r\n\r\nX-HmXmrOriginalRecipient: dana@hotmail.com\r\n${ORIGINAL}`;
  const mail = await read(['From: staff@hotmail.com', ...parts('multipart/mixed', WORDS, marked)]);
  expect(mail.report).toMatchObject({
    kind: 'complaint',
    original: expect.stringContaining('Message-ID: <1@acme.test>') as string,
  });
  const forwarded = await read(['From: dana@example.com', ...parts('multipart/mixed', WORDS, ORIGINAL)]);
  expect(forwarded).toMatchObject({ report: null, automatic: false });
});

test.each([
  ['not-spam', null],
  ['auth-failure', null],
  ['abuse', 'complaint'],
  ['fraud', 'complaint'],
])('classifies feedback of type %s as %s', async (type, kind) => {
  const feedback = `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: ${type}\r\nVersion: 1`;
  const body = parts('multipart/report; report-type=feedback-report', WORDS, feedback);
  expect((await read(['From: fbl@provider.test', ...body])).report?.kind ?? null).toBe(kind);
});

const COPY = `------ This is a copy of the message, including all the headers. ------\r\n\r\n${ORIGINAL}`;
const DAEMON = 'Mail Delivery System <Mailer-Daemon@mx.test>';

test('recognizes Exim’s plain-text bounce, and separates the copy below it', async () => {
  const subject = 'Subject: Mail delivery failed: returning message to sender';
  const mail = await read([`From: ${DAEMON}`, subject, '', '  dana@example.com', '    Unrouteable address', '', COPY]);
  expect(mail).toMatchObject({
    automatic: true,
    report: { kind: 'bounce', diagnostic: expect.stringMatching(/Unrouteable address\s*$/) as string },
  });
  expect(mail.report?.original).toContain('Message-ID: <1@acme.test>');
});

test.each([
  [DAEMON, 'Warning: message 1abc delayed 24 hours', true],
  ['dana@example.com', 'Undeliverable promise', false],
])('from %s, ‘%s’ isn’t a bounce', async (from, subject, automatic) => {
  const mail = await read([`From: ${from}`, `Subject: ${subject}`, '', 'Wait for it.', '', COPY]);
  expect(mail).toMatchObject({ automatic, report: null });
});
