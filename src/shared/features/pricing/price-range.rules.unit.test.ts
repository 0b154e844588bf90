import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRange, rangeAround } from './price-range.rules.ts';

describe('rangeAround', () => {
  it('widens both ends to whole $50', () => {
    const range = rangeAround(385_000, 10);
    expect(range).toEqual({ lowCents: 345_000, highCents: 425_000 });
    expect(range && formatRange(range)).toBe('$3,450 to $4,250');
    expect(range && formatRange(range, 'es')).toBe('$3,450 a $4,250');
  });

  it('shows the exact price at 0 percent, and keeps an end that is on a step', () => {
    expect(rangeAround(385_000, 0)).toBeUndefined();
    expect(rangeAround(500_000, 10)).toEqual({ lowCents: 450_000, highCents: 550_000 });
    expect(rangeAround(500_000, 100)).toEqual({ lowCents: 0, highCents: 1_000_000 });
  });

  it('always contains its share on both sides, and no more than a step beyond', () => {
    const total = fc.integer({ min: 0, max: 99_999_999_999 });
    const share = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(total, share, (cents, basis) => {
        const { lowCents, highCents } = rangeAround(cents, basis / 100) ?? { lowCents: NaN, highCents: NaN };
        const [low, high] = [BigInt(cents) * BigInt(10_000 - basis), BigInt(cents) * BigInt(10_000 + basis)];
        const [by, step] = [10_000n, 5_000n];
        expect(BigInt(lowCents) * by <= low && low < (BigInt(lowCents) + step) * by).toBe(true);
        expect(BigInt(highCents) * by >= high && high > (BigInt(highCents) - step) * by).toBe(true);
        expect([lowCents % 5_000, highCents % 5_000]).toEqual([0, 0]);
      }),
      { numRuns: 5_000 },
    );
  });
});
