import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePhone, readPhone } from './phone.ts';

describe('what people type as a phone', () => {
  test.each([
    ['614-229-0649 x12', '+16142290649', 'ext. 12'],
    ['(614) 229-0649 ext. 5', '+16142290649', 'ext. 5'],
    ['614-229-0649 / 614-229-0650', '+16142290649', '614-229-0650'],
    ['001 614 229 0649', '+16142290649', ''],
    ['p:+16142290649', '+16142290649', ''],
    ['tel:+1-614-229-0649', '+16142290649', ''],
    ['Cell: (614) 229–0649', '+16142290649', ''],
    ['Mobile\u00a0614\u2011229\u20110649', '+16142290649', ''],
    ['+1 (614) 229 0649', '+16142290649', ''],
    ['1.614.229.0649', '+16142290649', ''],
    ['614\u00b7229\u00b70649', '+16142290649', ''],
    ['6142290649x7', '+16142290649', 'ext. 7'],
    ['6142290649 #7', '+16142290649', 'ext. 7'],
    ['614-229-0649 (cell)', '+16142290649', ''],
    ['Home 614-229-0649; Work 614-229-0650 ext 3', '+16142290649', 'Work 614-229-0650 ext 3'],
    ['614-229-0649 or 614-229-0650', '+16142290649', '614-229-0650'],
    ['614-229-0649, 614-229-0650', '+16142290649', '614-229-0650'],
    ['6142290649 6142290650', '+16142290649', '6142290650'],
    ['614-229-0649\n614-229-0650', '+16142290649', '614-229-0650'],
    ['after 5 pm: 614-229-0649', '+16142290649', 'after 5 pm'],
    ['614-229-0649 ask for Ann', '+16142290649', 'ask for Ann'],
    ['\u202a(614) 229-0649\u202c', '+16142290649', ''],
    ['+44 20 7946 0958 / 614-229-0649', '+16142290649', '+44 20 7946 0958'],
    ['(614) 229-0649 (614) 229-0650', '+16142290649', '(614) 229-0650'],
    ['614-229-0649 (ask Ann)', '+16142290649', '(ask Ann)'],
    ['614/229-0649', '+16142290649', ''],
    ["'+16142290649", '+16142290649', ''],
  ])('%j is %s, and %j goes to the notes', (typed, phone, rest) => {
    expect(readPhone(typed)).toEqual({ phone, rest });
  });

  test.each([
    '1.55512E+10',
    '+44 2079460958',
    '0044 2079460958',
    '+52 55 1234 5678',
    '12',
    '229-0649',
    '114-229-0649',
    '614-129-0649',
    '61422906491234',
    '4242 4242 4242 4242',
    'N/A',
    '',
  ])('%j is no US number', (typed) => expect(parsePhone(typed)).toBeUndefined());

  test('the cases from outside', () => {
    const { cases } = JSON.parse(readFileSync('../shared/cases/phones.json', 'utf8')) as {
      cases: [string, string, string][];
    };
    for (const [typed, phone, rest] of cases) expect(readPhone(typed)).toEqual({ phone, rest });
  });

  test('any usual format with any prefix gives the number, and everything else that says something is kept', () => {
    const part = (first: number, length: number) =>
      fc.integer({ min: first * 10 ** (length - 1), max: 10 ** length - 1 }).map(String);
    const number = fc.tuple(part(2, 3), part(2, 3), fc.integer({ min: 0, max: 9_999 }));
    const format = fc.constantFrom(
      (a: string, b: string, c: string) => `(${a}) ${b}-${c}`,
      (a: string, b: string, c: string) => `${a}.${b}.${c}`,
      (a: string, b: string, c: string) => `+1 ${a} ${b} ${c}`,
      (a: string, b: string, c: string) => `1-${a}-${b}-${c}`,
      (a: string, b: string, c: string) => `${a}${b}${c}`,
      (a: string, b: string, c: string) => `${a}\u2013${b}\u2013${c}`,
      (a: string, b: string, c: string) => `+1(${a})${b}\u00a0${c}`,
    );
    const phone = fc.tuple(number, format).map(([[a, b, c], shown]) => {
      const line = String(c).padStart(4, '0');
      return { e164: `+1${a}${b}${line}`, typed: shown(a, b, line) };
    });
    const prefix = fc.constantFrom('', 'tel:', 'Cell: ', 'Mobile ', 'p:', 'Home phone: ', 'Call me at ');
    const extension = fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined });
    const mark = fc.constantFrom(' x', 'x', ' ext. ', ' ext ', ', ext. ', ' #');
    fc.assert(
      fc.property(phone, prefix, extension, mark, ({ typed, e164 }, before, ext, sign) => {
        const read = readPhone(`${before}${typed}${ext === undefined ? '' : `${sign}${ext}`}`);
        expect(read).toEqual({ phone: e164, rest: ext === undefined ? '' : `ext. ${ext}` });
      }),
    );
    fc.assert(
      fc.property(phone, phone, fc.constantFrom(' / ', ', ', '; ', ' or ', '\n', ' | ', ' & '), (one, two, by) => {
        const read = readPhone(one.typed + by + two.typed);
        expect(read?.phone).toBe(one.e164);
        expect(parsePhone(read?.rest ?? '')).toBe(two.e164);
      }),
    );
  });
});
