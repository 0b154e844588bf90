import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/primitives/app-error.ts';
import { estimateLines } from './estimate-lines.rules.ts';
import { depositCents, FEET_HINT, GATES_HINT, priceEstimate, type PriceInput } from './price.rules.ts';

const design: PriceInput = {
  perimeter: 184,
  gateCount: 1,
  basePriceCents: 762,
  premiumCents: 1_000,
  gatePriceCents: 30_000,
};

/** Feet with two decimals as typed, and their exact value in hundredths of a foot. */
const feet = fc.integer({ min: 1, max: 10_000_000 }).map((hundredths) => ({
  hundredths,
  perimeter: Number(`${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`),
}));
const prices = fc
  .record({
    basePriceCents: fc.integer({ min: 0, max: 490_000 }),
    premiumCents: fc.integer({ min: -490_000, max: 490_000 }),
    gatePriceCents: fc.integer({ min: 0, max: 10_000_000 }),
  })
  .filter(({ basePriceCents, premiumCents }) => basePriceCents + premiumCents >= 0);
const gates = fc.integer({ min: 0, max: 100 });

const fieldsOf = (input: Partial<PriceInput>): Record<string, string> => {
  try {
    priceEstimate({ ...design, ...input });
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return error.fields ?? {};
    throw error;
  }
  return {};
};

describe('spec:9.8 total = perimeter × (base + premium) + gates × gate price', () => {
  it('matches the design’s examples', () => {
    expect(priceEstimate(design)).toEqual({
      totalCents: 354_208,
      fenceCents: 324_208,
      gatesCents: 30_000,
      perFootCents: 1_762,
    });
    expect(priceEstimate({ ...design, perimeter: 212.5, gateCount: 2 }).totalCents).toBe(434_425);
  });

  it('rounds half up to the cent once, at the end', () => {
    const one = { gateCount: 0, basePriceCents: 1, premiumCents: 0, gatePriceCents: 0 };
    expect(priceEstimate({ ...one, perimeter: 0.49 }).totalCents).toBe(0);
    expect(priceEstimate({ ...one, perimeter: 0.5 }).totalCents).toBe(1);
    expect(priceEstimate({ ...one, perimeter: 1.5 }).totalCents).toBe(2);
  });

  it('is exact to the cent for two-decimal feet up to 100,000, against BigInt', () => {
    fc.assert(
      fc.property(feet, gates, prices, ({ hundredths, perimeter }, gateCount, price) => {
        const exact = BigInt(hundredths) * BigInt(price.basePriceCents + price.premiumCents);
        const fence = (exact + 50n) / 100n;
        const got = priceEstimate({ perimeter, gateCount, ...price });
        expect(BigInt(got.fenceCents)).toBe(fence);
        expect(BigInt(got.totalCents)).toBe(fence + BigInt(gateCount) * BigInt(price.gatePriceCents));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never negative, and fence and gates add up to the total', () => {
    fc.assert(
      fc.property(feet, gates, prices, ({ perimeter }, gateCount, price) => {
        const got = priceEstimate({ perimeter, gateCount, ...price });
        expect(Math.min(got.totalCents, got.fenceCents, got.gatesCents, got.perFootCents)).toBeGreaterThanOrEqual(0);
        expect(got.fenceCents + got.gatesCents).toBe(got.totalCents);
        const lines = estimateLines({ perimeter, gateCount, ...price, materialType: 'Vinyl' });
        expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(got.totalCents);
      }),
    );
  });

  it('never falls with more feet or more gates', () => {
    fc.assert(
      fc.property(feet, feet, gates, gates, prices, (one, other, few, many, price) => {
        const total = (perimeter: number, gateCount: number) =>
          priceEstimate({ perimeter, gateCount, ...price }).totalCents;
        const [less, more] = [Math.min(one.perimeter, other.perimeter), Math.max(one.perimeter, other.perimeter)];
        expect(total(less, few)).toBeLessThanOrEqual(total(more, few));
        expect(total(less, Math.min(few, many))).toBeLessThanOrEqual(total(less, Math.max(few, many)));
      }),
    );
  });

  it('refuses feet that aren’t a valid fence length, with a hint', () => {
    for (const perimeter of [0, -1, 100_000.01, 1.005, 1e-9, Number.NaN, Number.POSITIVE_INFINITY])
      expect(fieldsOf({ perimeter })).toEqual({ perimeter: FEET_HINT });
  });

  it('refuses gates that aren’t whole numbers from 0 to 100', () => {
    for (const gateCount of [-1, 101, 1.5, Number.NaN])
      expect(fieldsOf({ gateCount })).toEqual({ gateCount: GATES_HINT });
  });

  it('accepts a negative premium down to a price of 0, and refuses less', () => {
    expect(priceEstimate({ ...design, premiumCents: -762 }).totalCents).toBe(30_000);
    expect(fieldsOf({ premiumCents: -763 }).premiumCents).toContain('−$7.62');
  });

  it('refuses a total over $999,999,999.99 beside the feet, and accepts one cent less', () => {
    const dear = { gateCount: 0, basePriceCents: 10_000_000, premiumCents: 0, gatePriceCents: 0 };
    expect(priceEstimate({ ...dear, perimeter: 9_999.99 }).totalCents).toBe(99_999_900_000);
    expect(fieldsOf({ ...dear, perimeter: 10_000 })).toEqual({
      perimeter: 'The total would be over $999,999,999.99. Enter fewer feet',
    });
  });

  it('refuses a total beyond safe integers instead of losing a cent', () => {
    expect(
      Object.keys(fieldsOf({ perimeter: 100_000, basePriceCents: Number.MAX_SAFE_INTEGER, premiumCents: 0 })),
    ).toEqual(['basePriceCents']);
    expect(Object.keys(fieldsOf({ gateCount: 100, gatePriceCents: Number.MAX_SAFE_INTEGER }))).toEqual([
      'gatePriceCents',
    ]);
  });
});

describe('estimate lines', () => {
  it('match the design', () => {
    expect(estimateLines({ ...design, materialType: 'Vinyl' })).toEqual([
      { label: 'Vinyl fence', quantity: '184 ft', unitCents: 1_762, amountCents: 324_208 },
      { label: 'Gate', quantity: '1', unitCents: 30_000, amountCents: 30_000 },
    ]);
  });

  it('omit gates if there are none, and mention the fence once', () => {
    expect(
      estimateLines({ ...design, gateCount: 0, materialType: 'Split Rail Fence' }).map((line) => line.label),
    ).toEqual(['Split Rail Fence']);
    expect(estimateLines({ ...design, gateCount: 2, materialType: 'Vinyl' })[1]).toMatchObject({
      label: 'Gates',
      quantity: '2',
      amountCents: 60_000,
    });
  });
});

describe('spec:9.13 deposit of 50%', () => {
  it('is rounded half up and never more than the total', () => {
    expect(depositCents(354_208)).toBe(177_104);
    expect(depositCents(101)).toBe(51);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000_00 / 100 }),
        fc.integer({ min: 0, max: 100 }),
        (total, percent) => {
          const exact = (BigInt(total) * BigInt(percent) + 50n) / 100n;
          expect(BigInt(depositCents(total, percent))).toBe(exact);
          expect(depositCents(total, percent)).toBeLessThanOrEqual(total);
        },
      ),
    );
  });

  it('refuses a percentage outside 0 to 100 and a negative total', () => {
    expect(() => depositCents(100, 101)).toThrow(RangeError);
    expect(() => depositCents(-1)).toThrow(RangeError);
  });
});
