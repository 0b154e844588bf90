import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pricedApart, premiumThatKeeps } from './keep-prices.rules.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });

it('keeps a material’s price per foot, whatever the base price becomes', () => {
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 1, max: 10_000_000 }), (from, to, price) => {
      const premium = price - from;
      fc.pre(premium !== 0);
      expect(to + premiumThatKeeps(premium, { from, to })).toBe(price);
    }),
  );
});

it('moves a material without a premium with the base price', () => {
  fc.assert(
    fc.property(cents, cents, (from, to) => {
      expect(premiumThatKeeps(0, { from, to })).toBe(0);
    }),
  );
});

it('lists the materials with a price of their own', () => {
  const [base, vinyl, cheap] = [{ premiumCents: 0 }, { premiumCents: 1_000 }, { premiumCents: -150 }];
  expect(pricedApart([base, vinyl, cheap])).toEqual([vinyl, cheap]);
});
