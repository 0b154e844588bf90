import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureText, textMessageBody } from './sms-text.rules.ts';
import { textWords } from './words.ts';

const companyName = 'Acme Fence';

describe('C6 the sender in a text', () => {
  it('is the company’s name, once', () => {
    expect(textMessageBody({ body: 'Any questions?', companyName, first: false })).toBe('Acme Fence: Any questions?');
    expect(textMessageBody({ body: "it's Dale at ACME fence.", companyName, first: false })).toBe(
      "it's Dale at ACME fence.",
    );
    expect(textMessageBody({ body: 'Dale’s Fences here.', companyName: "Dale's Fences", first: false })).toBe(
      "Dale's Fences here.",
    );
  });

  it('isn’t satisfied by a name that happens to be in the text', () => {
    const named = (name: string, body: string) => textMessageBody({ body, companyName: name, first: false });
    expect(named('Fence', 'About your fence.')).toBe('Fence: About your fence.');
    expect(named('Al', 'We also do gates.')).toBe('Al: We also do gates.');
    expect(named('A', 'Is a price wanted?')).toBe('A: Is a price wanted?');
    expect(named('Fence It', 'The fence itself is up.')).toBe('Fence It: The fence itself is up.');
    expect(named('(Fence)+ Co.', 'Hi.')).toBe('(Fence)+ Co.: Hi.');
    expect(named('A.B* Co.', 'A.B* Co. here')).toBe('A.B* Co. here');
  });

  it('the first text ends with the opt-out hint, once', () => {
    expect(textMessageBody({ body: 'Any questions?', companyName, first: true })).toBe(
      'Acme Fence: Any questions? Reply STOP to opt out.',
    );
    expect(textMessageBody({ body: 'Hi. Reply STOP to opt out.', companyName, first: true })).toBe(
      'Acme Fence: Hi. Reply STOP to opt out.',
    );
    expect(textMessageBody({ body: 'See you soon', companyName, first: true })).toBe(
      'Acme Fence: See you soon. Reply STOP to opt out.',
    );
  });

  it('doesn’t break a link at the end', () => {
    const body = 'Your estimate: https://picket.test/estimate/abc';
    expect(textMessageBody({ body, companyName, first: true })).toBe(`Acme Fence: ${body} Reply STOP to opt out.`);
  });

  it('is correct for any body', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (body, first) => {
        const text = textMessageBody({ body, companyName, first });
        expect(text.toLowerCase()).toContain('acme fence');
        expect(!first || text.endsWith(textWords('en').stopHint)).toBe(true);
      }),
    );
  });
});

describe('T12 segment counts', () => {
  it.each([
    ['', 0, 0],
    ['a'.repeat(160), 160, 1],
    ['a'.repeat(161), 161, 2],
    ['a'.repeat(306), 306, 2],
    ['a'.repeat(307), 307, 3],
    [`${'a'.repeat(159)}{`, 161, 2],
    [`${'a'.repeat(158)}€`, 160, 1],
  ])('GSM-7: case %#', (body, characters, segments) => {
    expect(measureText(body)).toEqual({ characters, segments, encoding: 'GSM-7', culprits: [] });
  });

  it.each([
    ['á'.repeat(70), 70, 1, ['á']],
    [`${'a'.repeat(70)}’`, 71, 2, ['’']],
    ['ok 😀', 5, 1, ['😀']],
  ])('names the characters that force UCS-2: case %#', (body, characters, segments, culprits) => {
    expect(measureText(body)).toEqual({ characters, segments, encoding: 'UCS-2', culprits });
  });

  it('typographic quotes, dashes and ellipses never force UCS-2', () => {
    const text = textMessageBody({ body: '“Dana’s” fence – done… really\u00a0so — yes', companyName, first: true });
    expect(text).toBe('Acme Fence: "Dana\'s" fence - done... really so - yes. Reply STOP to opt out.');
    expect(measureText(text).encoding).toBe('GSM-7');
  });
});
