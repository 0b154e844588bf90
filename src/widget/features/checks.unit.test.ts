import { describe, expect, it } from 'vitest';
import { widgetLeadInput } from '#shared/features/widget/widget.schema.ts';
import { en as words } from '../words/step-words.en.ts';
import { type Check, checksIn } from './checks.ts';

const check = checksIn(words);

const fine = {
  contractorId: 'acme-fence',
  name: 'Marisol Vega',
  email: 'marisol.vega@example.com',
  perimeter: 184,
  gateCount: 1,
  idempotencyKey: '12345678',
};

const serverAccepts = (field: string, value: unknown) => widgetLeadInput.safeParse({ ...fine, [field]: value }).success;

const typed: [field: string, rule: Check, texts: string[]][] = [
  ['name', check.name, ['Marisol', ' Ana ', '', '   ']],
  [
    'email',
    check.email,
    [
      'a@b.co',
      ' Dana.Whitfield+fence@mail.example.com ',
      "o'neil@example.com",
      'dana@example',
      'dana',
      '@example.com',
      'a..b@example.com',
      '.a@example.com',
      'a@-b.com',
      'dana@ex ample.com',
      'dana@example.c',
      '',
    ],
  ],
  [
    'phone',
    check.phone,
    [
      '',
      ' ',
      '(208) 555-0172',
      '208.555.0172',
      '+1 208 555 0172',
      '12085550172',
      '555-0172',
      '108-555-0172',
      '208-155-0172',
      '+44 20 7946 0958',
      'call me',
      '208555017',
    ],
  ],
  ['zip', check.zip, ['', '83642', ' 83642 ', '83642-1234', '8364', '836421', 'A3642', '83642-12']],
];

describe('the widget’s validation matches the server’s', () => {
  for (const [field, rule, texts] of typed)
    for (const text of texts)
      it(`${field} '${text}'`, () => {
        expect(rule(text) === '').toBe(serverAccepts(field, text));
      });

  it.each(['184', '212.5', '1,200', ' 184 ft ', '100000', '0.01'])('accepts %s as a length', (text) => {
    expect(check.perimeter(text)).toBe('');
  });
  it.each(['', '0', '-4', '100000.01', '1.234', 'long', '1e3'])('rejects %s as a length, with an example', (text) => {
    expect(check.perimeter(text)).toBe('Enter more than 0 and up to 100,000 feet, such as 184 or 212.5');
  });
  it('names the missing domain ending of an email address', () => {
    expect(check.email('marisol.vega@example')).toBe('This email address needs an ending, such as .com');
  });
});
