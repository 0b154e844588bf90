import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depositCents } from './deposit.rules.ts';

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
