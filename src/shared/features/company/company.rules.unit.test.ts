import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractorIdOf } from './contractor-id.rules.ts';
import { DEFAULT_TERMS, DEPOSIT_TAG, fillTerms, findUnknownPlaceholders } from './default-terms.ts';

describe('spec:9.19 contractor id', () => {
  it.each([
    ['Acme Fence', 'acme-fence'],
    ['  Acme   Fence & Co. ', 'acme-fence-co'],
    ['Peña’s Fencing', 'penas-fencing'],
    ['栅栏', 'your-company'],
    ['', 'your-company'],
    ['--', 'your-company'],
  ])('of %j is %s', (name, id) => expect(contractorIdOf(name)).toBe(id));

  it('contains only letters, digits and single hyphens, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(contractorIdOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });
});

describe('placeholders in terms', () => {
  it('are known, or reported as unknown', () => {
    expect(findUnknownPlaceholders(DEFAULT_TERMS)).toEqual([]);
    expect(findUnknownPlaceholders('{{ deposit }} {{price}}, {{price}} and {{}} {curly}')).toEqual([
      '{{price}}',
      '{{}}',
    ]);
  });
});

describe('spec:9.13 default terms', () => {
  it('have 10 numbered sections with the facts', () => {
    expect(DEFAULT_TERMS.match(/^\d+\. /gm)).toEqual(Array.from({ length: 10 }, (_, n) => `${n + 1}. `));
    for (const fact of [
      'due on acceptance',
      'balance is due at completion',
      'cash, check or credit card',
      '1.5% a month',
      '1 year',
    ])
      expect(DEFAULT_TERMS).toContain(fact);
  });

  it('name the deposit that actually applies, and no other number for it', () => {
    expect(DEFAULT_TERMS.split(DEPOSIT_TAG)).toHaveLength(2);
    const filled = fillTerms(DEFAULT_TERMS, '50% of the total ($1,771.04)');
    expect(filled).toContain('A deposit of 50% of the total ($1,771.04) is due on acceptance.');
    expect(filled).not.toContain('{{');
    expect(fillTerms('{{ deposit }}, $&', '$1,000.00')).toBe('$1,000.00, $&');
    expect(fillTerms('Pay when done.', '$1.00')).toBe('Pay when done.');
  });
});
