import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { mimePart } from './mail-body.ts';

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

test('a part in pieces decodes to the same text, in lines that every mail server accepts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 4 }), async (pieces) => {
      // No piece ends between CR and LF.
      const said = pieces.map((piece) => piece.toWellFormed().replace(/\r$/, ''));
      const part = mimePart('text/html', said);
      expect(part).toMatch(/^[\x20-\x7e\t\r\n]*$/);
      expect(part.split('\r\n').every((line) => line.length <= 76 && !/[\r\n]/.test(line))).toBe(true);
      const { html = '' } = await PostalMime.parse(part);
      expect(html.replace(/\n$/, '')).toBe(said.join('').replace(/\r\n?/g, '\n').replace(/\n$/, ''));
    }),
    { numRuns: 200 },
  );
});
