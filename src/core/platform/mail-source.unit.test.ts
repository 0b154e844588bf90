import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import type { MailToSend } from './mail.ts';
import { createComposer } from './mail-source.ts';

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

/** As nodemailer writes it, with our boundary. */
async function byNodemailer(mail: MailToSend): Promise<string> {
  const node = new MailComposer({
    ...composer.fields(mail),
    messageId: `<${mail.messageId}>`,
    date: NOON.toUTCString().replace('GMT', '+0000'),
  }).compile();
  const written = (await node.build()).toString();
  return plain(written.replaceAll(String(node.boundary), '=_picket'));
}

/** A longer boundary is folded. */
const plain = (source: string): string => source.replace(/\r\n (?=boundary=)/, ' ');

test('an email equals what nodemailer writes', async () => {
  await fc.assert(
    fc.asyncProperty(mails, async (mail) => {
      expect(composer.whole(mail, NOON).toString()).toBe(await byNodemailer(mail));
    }),
    { numRuns: 300 },
  );
});

test('an email that answers another one names it', async () => {
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
