import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MaterialView } from '#shared/features/pricing/pricing.schema.ts';
import { parseDollars } from '#shared/primitives/cents.ts';
import {
  baseFaults,
  basePricesOf,
  examplePrice,
  GATE_HINT,
  materialFaults,
  PREMIUM_HINT,
  PRICE_HINT,
  settlePrice,
} from './pricing-form.rules.ts';

const chain: MaterialView = {
  id: 'm',
  name: 'Chain Link',
  premiumCents: -200,
  description: '',
  basic: false,
  system: null,
};
const vinyl = { name: 'Vinyl', premium: '10', description: '', system: '' };

describe('a price field on blur', () => {
  it.each(['', 'abc', '$', '--1', '7.6.2', 'NaN', 'Infinity'])('shows 0 for %j, which isn’t a number', (text) =>
    expect(settlePrice(text)).toBe('0'),
  );
  it.each([
    ['7.6', '7.60'],
    [' $1,200 ', '1200.00'],
    ['-1.5', '-1.50'],
    ['0.00', '0'],
    ['7.625', '7.625'],
  ])('shows %j as %j', (text, shown) => expect(settlePrice(text)).toBe(shown));
  it('shows gate prices in whole dollars, and keeps cents that aren’t zero', () => {
    expect(settlePrice('300.00', true)).toBe('300');
    expect(settlePrice('300.50', true)).toBe('300.50');
  });
  it('never changes a price’s value', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (cents) => {
        expect(parseDollars(settlePrice((cents / 100).toFixed(2)))).toBe(cents);
      }),
    );
  });
});

describe('price errors', () => {
  it.each(['-4', '7.625', 'abc', '200000'])('shows an error for the base price %j', (base) =>
    expect(baseFaults({ base, gate: '300' }, [])).toEqual({ base: PRICE_HINT }),
  );
  it.each(['-1', '300.50', 'x'])('shows an error for the gate price %j', (gate) =>
    expect(baseFaults({ base: '7.62', gate }, [])).toEqual({ gate: GATE_HINT }),
  );
  it('checks the base price against the cheapest material', () => {
    expect(baseFaults({ base: '1.99', gate: '0' }, [chain])['base']).toContain('Chain Link costs $2.00 less per foot');
    expect(baseFaults({ base: '2.00', gate: '0' }, [chain])).toEqual({});
  });
  it('allows a negative premium down to the base price', () => {
    expect(materialFaults({ ...vinyl, premium: '-7.62' }, 762)).toEqual({});
    expect(materialFaults({ ...vinyl, premium: '-7.63' }, 762)['premium']).toContain('−$7.62 or more');
    expect(materialFaults({ ...vinyl, premium: '1.005' }, 762)).toEqual({ premium: PREMIUM_HINT });
    expect(Object.keys(materialFaults({ ...vinyl, name: ' ' }, 762))).toEqual(['name']);
  });
});

describe('the sample price', () => {
  it('spec:9.9 is $1,062.00 at the default prices', () => {
    expect(examplePrice({ base: '7.62', gate: '300' })).toBe('$1,062.00');
    expect(examplePrice({ base: '0', gate: '0' })).toBe('$0.00');
  });
  it('is empty while the input is invalid', () => {
    expect(examplePrice({ base: '7.', gate: '300' })).toBeUndefined();
    expect(basePricesOf({ base: '-1', gate: '300' })).toBeUndefined();
  });
});
