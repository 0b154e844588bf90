import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeValue, fillTags } from './tags.rules.ts';

describe('a value entered by a visitor', () => {
  it.each([
    '12 Elm St',
    'St. James Pl.',
    'Apt 4.B',
    '12 St. Mary Ave. Apt. 4, Coeur d’Alene',
    '1234 S.W. 5th Ave., Portland, OR 97204-1234',
    'P.O. Box 12, U.S. Hwy 20 N.E.',
    'Lot 2.5, Rt. 9 / Box 4 (rear) #7',
    'No.5 Main St & 3.5 Mile Rd',
    '742 Evergreen Ter: gate code 1234',
    'Hotel: 12 Elm St',
    'J.R.',
    'Renée O’Neil-Peña Jr.',
    '',
  ])('is kept: %s', (text) => expect(safeValue(text)).toBe(text));

  it.each([
    'http://x.y',
    'HTTPS:x',
    'bit.ly/x',
    'evil.com',
    '12 Elm St evil.de',
    'evil.pizza',
    'evil.co.uk',
    'www.evil',
    'x@evil.fr',
    'ftp://x',
    'go://x',
    'mailto:x',
    'call tel:19005550100',
    'sms:+1900',
    'evil．com',
    'evil。com',
    'ｅｖｉｌ．ｃｏｍ',
    'ev\u200Bil\u00AD.\u2060com',
    'xn--e1afmkfd.xn--p1ai',
    'пример.рф',
    '203.0.113.9/login',
  ])('counts as missing if a phone or email client would turn it into a link: %s', (text) =>
    expect(safeValue(text)).toBe(''),
  );

  it('leaves nothing in a message that an email client would turn into a link, in any context', () => {
    const letters = fc.constantFrom(...'abc.．。:/@ 1-\u200B'.split(''));
    const text = fc.array(letters, { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (name, address) => {
        const values = { name, address, totalFeet: null, estimateCents: null, offer: null, offerEnds: null };
        const plain = fillTags('Hi {{name}} , for {{address}} .', values)
          .normalize('NFKC')
          .replaceAll(/\p{Cf}/gu, '');
        expect(plain).not.toMatch(/:\/\/|[\p{L}\p{N}][.。]\p{L}{2}/u);
      }),
      { numRuns: 2_000 },
    );
  });
});
