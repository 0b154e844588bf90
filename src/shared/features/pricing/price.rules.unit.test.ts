import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/primitives/app-error.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { atFullCount } from '../../../../test/suites.ts';
import { FEET_HINT, GATES_HINT } from './fence-limits.ts';
import { plainFence } from './fence.ts';
import { neutralBook, type PriceList } from './price-book.ts';
import { priceFence } from './price.rules.ts';

const RUNS = atFullCount(100_000, 10_000);

interface Plain {
  perimeter: number;
  gateCount: number;
  basePriceCents: number;
  premiumCents: number;
  gatePriceCents: number;
  name?: string;
}

const design: Plain = {
  perimeter: 184,
  gateCount: 1,
  basePriceCents: 762,
  premiumCents: 1_000,
  gatePriceCents: 30_000,
};

const pricesOf = ({ basePriceCents, premiumCents, gatePriceCents, name = 'Vinyl' }: Plain): PriceList => ({
  basePriceCents,
  gatePriceCents,
  materials: [{ id: 'm', name, premiumCents }],
  book: neutralBook(gatePriceCents),
});
const priceOf = (given: Plain) =>
  priceFence(plainFence({ perimeter: given.perimeter, materialId: 'm', gateCount: given.gateCount }), pricesOf(given));

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

const fieldsOf = (input: Partial<Plain>): Record<string, string> => {
  try {
    priceOf({ ...design, ...input });
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return error.fields ?? {};
    throw error;
  }
  return {};
};

describe('spec:9.8 total = perimeter × (base + premium) + gates × gate price', () => {
  it('matches the design’s examples', () => {
    expect(priceOf(design)).toMatchObject({ totalCents: 354_208, subtotalCents: 354_208, taxCents: 0 });
    expect(priceOf({ ...design, perimeter: 212.5, gateCount: 2 }).totalCents).toBe(434_425);
  });

  it('rounds half up to the cent once, at the end', () => {
    const one = { gateCount: 0, basePriceCents: 1, premiumCents: 0, gatePriceCents: 0 };
    expect(priceOf({ ...one, perimeter: 0.49 }).totalCents).toBe(0);
    expect(priceOf({ ...one, perimeter: 0.5 }).totalCents).toBe(1);
    expect(priceOf({ ...one, perimeter: 1.5 }).totalCents).toBe(2);
  });

  it(`is exact to the cent for ${RUNS} plain inputs, against BigInt, and its lines add up to it`, () => {
    fc.assert(
      fc.property(feet, gates, prices, ({ hundredths, perimeter }, gateCount, price) => {
        const exact = BigInt(hundredths) * BigInt(price.basePriceCents + price.premiumCents);
        const total = (exact + 50n) / 100n + BigInt(gateCount) * BigInt(price.gatePriceCents);
        const got = priceOf({ perimeter, gateCount, ...price });
        const lines = got.lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
        expect([BigInt(got.totalCents), lines]).toEqual([total, got.totalCents]);
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('refuses feet that aren’t a valid fence length, with a hint', () => {
    for (const perimeter of [0, -1, 100_000.01, 1.005, 1e-9, Number.NaN, Number.POSITIVE_INFINITY])
      expect(fieldsOf({ perimeter })).toEqual({ perimeter: FEET_HINT });
  });

  it('refuses gates that aren’t whole numbers from 0 to 100', () => {
    for (const gateCount of [-1, 101, 1.5, Number.NaN])
      expect(fieldsOf({ gateCount })).toEqual({ gateCount: GATES_HINT });
  });

  it('accepts a negative premium down to a price of 0, and refuses less', () => {
    expect(priceOf({ ...design, premiumCents: -762 }).totalCents).toBe(30_000);
    expect(fieldsOf({ premiumCents: -763 })).toEqual({
      materialId: 'Vinyl costs less than $0 per foot. Change its price first',
    });
  });

  it('refuses a total over $999,999,999.99 beside the feet, and accepts one cent less', () => {
    const dear = { gateCount: 0, basePriceCents: 10_000_000, premiumCents: 0, gatePriceCents: 0 };
    expect(priceOf({ ...dear, perimeter: 9_999.99 }).totalCents).toBe(99_999_900_000);
    expect(fieldsOf({ ...dear, perimeter: 10_000 })).toEqual({
      perimeter: 'The total would be over $999,999,999.99. Enter fewer feet',
    });
  });
});

describe('a plain estimate’s lines', () => {
  const shown = (given: Plain) => priceOf(given).lines.map(({ label, ...line }) => ({ label: label.en, ...line }));

  it('match the design', () => {
    expect(shown(design)).toEqual([
      { kind: 'run', label: 'Vinyl fence', quantity: 184, unit: 'foot', unitCents: 1_762, totalCents: 324_208 },
      { kind: 'gate', label: 'Gate', quantity: 1, unit: 'each', unitCents: 30_000, totalCents: 30_000 },
    ]);
    expect(formatFeet(184)).toBe('184 ft');
  });

  it('omit gates if there are none, and mention the fence once', () => {
    expect(shown({ ...design, gateCount: 0, name: 'Split Rail Fence' }).map(({ label }) => label)).toEqual([
      'Split Rail Fence',
    ]);
    expect(shown({ ...design, gateCount: 2 })[1]).toMatchObject({ label: 'Gates', quantity: 2, totalCents: 60_000 });
  });
});
