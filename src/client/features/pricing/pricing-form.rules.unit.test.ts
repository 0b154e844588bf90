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
  settleValid,
  USUAL_HINT,
  usualPriceFault,
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
  it.each(['', 'thirty', '$'])('can keep %j, so that a mistake isn’t saved as 0', (text) =>
    expect(settleValid(text)).toBe(text),
  );
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
  it.each(['0', '-0.01', 'thirty', ''])('asks for the usual fence’s price if it is %j', (price) =>
    expect(usualPriceFault(price, chain, [chain])).toBe(USUAL_HINT),
  );
  it.each([
    // the usual fence's premium, the other material's, the price typed and the least that is right
    [0, -200, '1.99', '$2.00'],
    [1_000, 0, '9.99', '$10.00'],
    [1_000, -200, '11.99', '$12.00'],
  ])('says the least price of the usual fence, with premiums %j and %j', (premiumCents, other, price, least) => {
    const usual = { premiumCents };
    const materials = [usual, { premiumCents: other }];
    expect(usualPriceFault(price, usual, materials)).toContain(`Enter ${least} or more`);
    expect(usualPriceFault(least, usual, materials)).toBeUndefined();
  });
  it('accepts a price of the usual fence exactly if the base cost it leaves is accepted', () => {
    const cents = fc.integer({ min: -3_000, max: 3_000 });
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1 }), (price, premiums) => {
        const materials = premiums.map((premiumCents) => ({ ...chain, premiumCents }));
        const [usual] = materials;
        const base = ((price - (usual?.premiumCents ?? 0)) / 100).toFixed(2);
        const right = price > 0 && baseFaults({ base, gate: '0' }, materials)['base'] === undefined;
        expect(usualPriceFault((price / 100).toFixed(2), usual, materials) === undefined).toBe(right);
      }),
    );
  });
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
