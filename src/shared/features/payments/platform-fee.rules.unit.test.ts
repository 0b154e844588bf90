import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { platformFee } from './platform-fee.rules.ts';

const money = fc.integer({ min: 0, max: 99_999_999 });

describe('the platform’s fee', () => {
  it('is in whole cents between 0 and the amount, and never above the rate (S12) (spec:9.7)', () => {
    expect(platformFee(177_104, 100)).toBe(1_771);
    expect(platformFee(199, 100)).toBe(1);
    expect(platformFee(99, 100)).toBe(0);
    fc.assert(
      fc.property(money, fc.integer({ min: 0, max: 10_000 }), (amount, points) => {
        const fee = platformFee(amount, points);
        expect(Number.isInteger(fee) && fee >= 0 && fee <= amount).toBe(true);
        expect(fee * 10_000).toBeLessThanOrEqual(amount * points);
        expect((fee + 1) * 10_000).toBeGreaterThan(amount * points);
      }),
    );
    for (const [amount, points] of [
      [-1, 100],
      [100, -1],
      [100, 10_001],
      [Number.MAX_SAFE_INTEGER, 10_000],
    ] as const)
      expect(() => platformFee(amount, points)).toThrow(RangeError);
  });
});
