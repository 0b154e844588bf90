import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { joined, mimePart } from './mail-body.ts';

/** Text as people and templates write it: long lines, special characters, other scripts, unusual line ends. */
const words = fc
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

test('a part decodes to its original text, in lines that every mail server accepts', async () => {
  await fc.assert(
    fc.asyncProperty(words, async (said) => {
      const part = mimePart('text/plain', said);
      expect(part).toMatch(/^[\x20-\x7e\t\r\n]*$/);
      expect(part.split('\r\n').every((line) => line.length <= 76 && !/[\r\n]/.test(line))).toBe(true);
      const { text = '' } = await PostalMime.parse(part);
      expect(text.replace(/\n$/, '')).toBe(said.toWellFormed().replace(/\r\n?/g, '\n').replace(/\n$/, ''));
    }),
    { numRuns: 200 },
  );
});

test('a prebuilt email equals what nodemailer would have written', async () => {
  const parts = [mimePart('text/plain', 'Hi\n.\n'), mimePart('text/html', '<p>Hi</p>')];
  const mail = new MailComposer({
    from: { name: 'Zäune & Söhne, "Boise"', address: 'no-reply@picket.test' },
    to: 'dana@example.com',
    subject: `A fence – ${'long '.repeat(30)}`,
    text: { raw: parts[0] },
    html: { raw: parts[1] },
  }).compile();
  const ours = joined(mail, parts).toString();
  expect(ours).toBe((await mail.build()).toString());
});
