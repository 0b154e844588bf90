import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanFirstName, cleanName, NAMELESS, senderName, unlinked } from './strangers-words.ts';

describe('a name in a notice', () => {
  test.each([
    ['Dana Whitfield', 'Dana Whitfield'],
    ['  José  María\tÑúñez ', 'José María Ñúñez'],
    ["Siobhán O'Brien-Smith Jr.", "Siobhán O'Brien-Smith Jr."],
    ['J.R. Smith', 'J.R. Smith'],
    ['Dana & Tom Whitfield', 'Dana Tom Whitfield'],
    ['Whitfield, Dana (owner)', 'Whitfield Dana owner'],
    ['مريم حسن', 'مريم حسن'],
    ['Dana\r\nBcc', 'Dana Bcc'],
    ['D\u200Bana\u202E', 'Dana'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('%j is %j', (typed, clean) => {
    expect(cleanName(typed)).toBe(clean);
  });

  test.each([
    'https://evil.example',
    'evil.example/win now',
    'evil.com',
    'Go to x.co',
    'www.evil',
    'mail me@evil',
    'Call 900 555 0100',
    'Ｃall ９００',
    'tel:evil',
    'a/b',
    'a\\b',
    'evil\u3002com',
    '',
    '   ',
    '...',
    '🙂',
  ])('%j isn’t a name', (typed) => {
    expect(cleanName(typed)).toBe(NAMELESS);
  });

  test('is shortened to its first word, or to ‘the homeowner’', () => {
    expect(cleanFirstName('Dana Whitfield')).toBe('Dana');
    expect(cleanFirstName('evil.com')).toBe('the homeowner');
  });

  test('is short, on one line and only letters, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
        expect(cleanName(typed)).toMatch(/^[\p{L}\p{M}][\p{L}\p{M} '’.-]*$|^['’. -]*\p{L}[\p{L}\p{M} '’.-]*$/u);
        expect(Array.from(cleanName(typed)).length).toBeLessThanOrEqual(40);
      }),
    );
  });
});

describe('text that can’t become a link', () => {
  const Z = '\u200B';
  test.each([
    ['See https://evil.example/a?b=c now', `See https:${Z}//evil.${Z}example/a?b=c now`],
    ['evil.example', `evil.${Z}example`],
    ['www.evil.co.uk', `www.${Z}evil.${Z}co.${Z}uk`],
    ['javascript:alert', `javascript:${Z}alert`],
    ['Gate: left side, tel:911', `Gate: left side, tel:${Z}911`],
    ['write to me@evil.example', `write to me@${Z}evil.${Z}example`],
    ['10.0.0.1', `10.${Z}0.${Z}0.${Z}1`],
    ['Two dogs. The gate is 5.5 ft.\nThanks', `Two dogs. The gate is 5.${Z}5 ft.\nThanks`],
  ])('%j is %j', (typed, plain) => {
    expect(unlinked(typed)).toBe(plain);
  });

  test('contains no scheme and no domain, whatever was typed', () => {
    const words = fc.array(fc.constantFrom('http', 'https', '://', '//', ':', '.', 'evil', 'com', ' ', '@', 'www'), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(words, (parts) => {
        expect(unlinked(parts.join(''))).not.toMatch(/[a-z]:[^\s\u200B]|[a-z]\.[a-z]|[a-z]@[a-z]/i);
      }),
    );
  });
});

describe('a company as a sender', () => {
  test.each([
    ['Acme Fence', 'Acme Fence'],
    ['St. John & Sons Fence Co.', 'St. John & Sons Fence Co.'],
    ['J.R. Smith Fencing', 'J.R. Smith Fencing'],
    ['Fence.com LLC', 'Fence com LLC'],
    ['security@paypal.com', 'security paypal com'],
    ['ｓｅｃｕｒｉｔｙ＠ｐａｙｐａｌ．ｃｏｍ', 'security paypal com'],
    ['PayPal <service@paypal.com>', 'PayPal service paypal com'],
    ['https://evil.example/x', 'evil example x'],
    ['Acme\r\nBcc: x', 'Acme Bcc x'],
    ['Ac\u202Eme\u200B', 'Acme'],
    ['@', ''],
    ['x'.repeat(100), 'x'.repeat(70)],
  ])('%j is %j', (name, shown) => {
    expect(senderName(name)).toBe(shown);
  });
});
