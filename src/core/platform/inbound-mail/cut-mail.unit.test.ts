import { randomBytes } from 'node:crypto';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { cutMail, MAIL_CAPS, MailTooMuch } from './cut-mail.ts';

const email = (...lines: readonly string[]): Buffer => Buffer.from(lines.join('\r\n'), 'utf8');
const cut = (raw: Buffer, caps = {}): string => cutMail(raw, { ...MAIL_CAPS, ...caps }).toString('latin1');
const base64 = (bytes: number): string => randomBytes(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');

/** An email as phones send it: text and HTML, an inline image, files and a forwarded email. */
const WHOLE = email(
  'From: Tom <tom@example.com>',
  'Content-Type: multipart/mixed;\r\n\tboundary="=_outer--1"',
  '',
  'This is a multipart message.',
  '--=_outer--1',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Friday works – thanks.',
  '-- ',
  'Tom',
  '',
  '-----Original Message-----',
  'From: Acme',
  '--inner',
  'content-type:\r\n text/html',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('<p>Friday <b>works</b></p>').toString('base64'),
  '--inner--',
  '--=_outer--1',
  'Content-Type: image/jpeg; name="gate.jpg"',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: attachment; filename="gate.jpg"',
  '',
  base64(200_000),
  '--=_outer--1',
  'Content-Type: message/rfc822',
  '',
  'Message-ID: <1@acme.test>',
  'Content-Type: multipart/mixed; boundary=deep',
  '',
  '--deep',
  '',
  'inside',
  '--deep--',
  '--=_outer--1',
  'Content-Type: application/pdf; name="plan.pdf"',
  '',
  '%PDF-1.4',
  '--=_outer--1--',
);

describe('a reduced email', () => {
  test('parses like the original, except for file contents', async () => {
    const read = async (raw: Buffer) => {
      const { text, html, attachments, headers } = await PostalMime.parse(raw, { forceRfc822Attachments: true });
      const names = attachments.map(({ filename, mimeType }) => [filename, mimeType]);
      const forwarded = attachments.find(({ mimeType }) => mimeType === 'message/rfc822')?.content;
      return { text, html, headers, names, forwarded: Buffer.from(forwarded as ArrayBuffer).toString() };
    };
    const left = cutMail(WHOLE);
    expect(await read(left)).toEqual(await read(WHOLE));
    expect(left.length).toBeLessThan(2_000);
  });

  test.each([
    ['an image of its own', email('Content-Type: image/jpeg', '', 'abc')],
    ['an image under a folded header', email('Content-Type:', ' image/jpeg; name=x', '', 'abc')],
  ])('contains nothing of %s', (_what, raw) => {
    expect(cut(raw)).not.toContain('abc');
  });

  test('keeps every line of an email with no empty line after its headers, and of a text-only email', () => {
    for (const raw of [email('From: a@b.test', 'x'), email('', 'text', '--', 'more'), email('From: a@b.test', '', 'x')])
      expect(cut(raw)).toBe(raw.toString('latin1'));
  });

  test('keeps the start of an overlong text, and starts the next part on its own line', () => {
    const part = (text: string) => ['--b', 'Content-Type: text/plain', '', text];
    const two = email(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...part('x'.repeat(50)),
      ...part('Second'),
      '--b--',
    );
    expect(cut(two, { partBytes: 10 })).toContain('\r\n\r\nxxxxxxxxxx\r\n--b\r\nContent-Type');
    expect(cut(two, { partBytes: 10 })).toContain('\r\n\r\nSecond\r\n--b--');
    expect(cut(two, { bytes: 12 })).not.toContain('Second');
    const lines = email('From: a@b.test', '', '1', '2', '3', '4');
    expect(cut(lines, { partLines: 2 })).toMatch(/1\r\n2\r\n$/);
    expect(cut(lines, { textLines: 3 })).toMatch(/2\r\n3\r\n$/);
  });
});

describe('an email is rejected', () => {
  const parts = (count: number): Buffer =>
    email('Content-Type: multipart/mixed; boundary=b', '', ...Array<string>(count).fill('--b\r\n\r\nx'));
  test.each([
    ['lines', email('From: a@b.test', '', 'x\n'.repeat(100)), { lines: 100 }],
    ['parts', parts(11), { parts: 10 }],
    ['headers', email(`X: ${'y'.repeat(1_000)}`, '', 'x'), { headerBytes: 1_000 }],
    [
      'headers',
      email(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        ...Array<string>(9).fill(`--b\r\nX: ${'y'.repeat(200)}\r\n\r\nx`),
      ),
      { headerBytes: 1_000 },
    ],
  ])('with too many %s', (what, raw, caps) => {
    expect(() => cut(raw, caps)).toThrow(MailTooMuch);
    expect(() => cut(raw, caps)).toThrow(what);
    expect(() => cut(raw)).not.toThrow();
  });

  test('but not for a long paragraph below a line of dashes', () => {
    const long = `${'word '.repeat(14)}\r\n`.repeat(5_000);
    const raw = email('From: a@b.test', '', 'Hi', '---', long);
    expect(cut(raw)).toBe(raw.toString('latin1'));
  });
});

test('takes time proportional to the size, whatever the content', () => {
  const size = 6_000_000;
  const fill = (unit: string): Buffer =>
    Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${unit.repeat(Math.ceil(size / unit.length))}`);
  const timed = (raw: Buffer): number => {
    const started = performance.now();
    cutMail(raw, { ...MAIL_CAPS, lines: Infinity, parts: Infinity, headerBytes: Infinity });
    return performance.now() - started;
  };
  timed(fill('x\n'));
  const honest = timed(fill(`${'x'.repeat(76)}\r\n`));
  // The contents below have many more lines, so parsing them may take longer.
  const most = 200 * Math.max(honest, 20);
  const units = ['\n', '--\n', '--b\n\n', '--b\nx', '-', 'x\r', '--b\nContent-Type:\n '];
  expect(units.filter((unit) => timed(fill(unit)) > most)).toEqual([]);
});
