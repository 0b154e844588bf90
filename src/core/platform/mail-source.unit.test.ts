import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createComposer, mimePart } from './mail-source.ts';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailToSend } from './mail.ts';

/** Typical and unusual text: long lines, special characters, other scripts and mixed line endings. */
const writing = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom(
        '\n',
        '\r\n',
        '\r',
        '\n.\n',
        ' \n',
        '=',
        '=3D',
        '.',
        ' ',
        '--',
        '<p style="a=b">',
        'ü',
        '👋🏽',
        'x'.repeat(200),
      ),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''));

test('a part decodes to the original text, and its lines fit every mail server', async () => {
  await fc.assert(
    fc.asyncProperty(writing, async (said) => {
      const part = mimePart('text/plain', said);
      expect(part).toMatch(/^[\x20-\x7e\t\r\n]*$/);
      expect(part.split('\r\n').every((line) => line.length <= 76 && !/[\r\n]/.test(line))).toBe(true);
      const { text = '' } = await PostalMime.parse(part);
      expect(text.replace(/\n$/, '')).toBe(said.toWellFormed().replace(/\r\n?/g, '\n').replace(/\n$/, ''));
    }),
    { numRuns: 200 },
  );
});

test('a part made of pieces decodes to the original text, and its lines fit every mail server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writing, { minLength: 1, maxLength: 4 }), async (pieces) => {
      // A piece must not end between CR and LF.
      const said = pieces.map((piece) => piece.toWellFormed().replace(/\r+$/, ''));
      const part = mimePart('text/html', said);
      expect(part).toMatch(/^[\x20-\x7e\t\r\n]*$/);
      expect(part.split('\r\n').every((line) => line.length <= 76 && !/[\r\n]/.test(line))).toBe(true);
      const { html = '' } = await PostalMime.parse(part);
      expect(html.replace(/\n$/, '')).toBe(said.join('').replace(/\r\n?/g, '\n').replace(/\n$/, ''));
    }),
    { numRuns: 200 },
  );
});

const composer = createComposer({ sender: 'no-reply@picket.test', productName: 'Picket' });
const NOON = new Date('2026-11-19T12:00:00Z');

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.constantFrom('Acme Fence', 'Zäune & Söhne, "Boise"', 'a\r\nBcc: eve@example.com', '', ' ', 'long '.repeat(40)),
);
const address = fc.constantFrom('dana@example.com', "Dana.O'Neil+fence@Zäune.example", '"odd one"@example.com');

const mails: fc.Arbitrary<MailToSend> = fc.record({
  messageId: fc.constant('0199-22@picket.test'),
  to: address,
  fromName: words,
  replyTo: fc.oneof(fc.constant(null), address, fc.record({ name: words, address })),
  subject: words,
  text: words,
  html: fc.constant('<p>Hi</p>'),
  headers: fc.constantFrom<Record<string, string>>(
    {},
    { 'List-Unsubscribe': `<https://picket.test/${'x'.repeat(90)}>`, 'X-Kind': 'follow-up' },
  ),
});

/** Composes the email with nodemailer and replaces its boundary with ours. */
async function byNodemailer(mail: MailToSend): Promise<string> {
  const node = new MailComposer({
    ...composer.fields(mail),
    messageId: `<${mail.messageId}>`,
    date: NOON.toUTCString().replace('GMT', '+0000'),
  }).compile();
  const written = (await node.build()).toString();
  return plain(written.replaceAll(String(node.boundary), '=_picket'));
}

/** Unfolds the boundary, which nodemailer folds because its own is longer. */
const plain = (source: string): string => source.replace(/\r\n (?=boundary=)/, ' ');

test('an email is identical to nodemailer’s', async () => {
  await fc.assert(
    fc.asyncProperty(mails, async (mail) => {
      expect(composer.whole(mail, NOON).toString()).toBe(await byNodemailer(mail));
    }),
    { numRuns: 300 },
  );
});

test('a reply has In-Reply-To and References headers', async () => {
  const mail: MailToSend = {
    messageId: 'two@picket.test',
    to: 'dana@example.com',
    fromName: 'Acme',
    replyTo: null,
    inReplyTo: '<one@example.com>',
    references: ['<zero@example.com>', '<one@example.com>'],
    subject: 'Your fence',
    text: 'Yes',
    html: '<p>Yes</p>',
  };
  const source = composer.whole(mail, NOON).toString();
  expect(source).toBe(await byNodemailer(mail));
  expect(await PostalMime.parse(source)).toMatchObject({
    inReplyTo: '<one@example.com>',
    references: '<zero@example.com> <one@example.com>',
    from: { name: 'Acme', address: 'no-reply@picket.test' },
  });
});
