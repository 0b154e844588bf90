import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOffer, discountOf, offerFaults, sentOffer } from './offer-price.rules.ts';
import { localDate, localDateOf } from '../../primitives/local-date.ts';

const percent = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
const price = fc.integer({ min: 0, max: 100_000_000_000 });

describe('a discount', () => {
  it('is rounded half up to the cent, and never more than the price', () => {
    fc.assert(
      fc.property(price, percent, (cents, rate) => {
        const exact = BigInt(cents) * BigInt(Math.round(rate * 100));
        expect(BigInt(discountOf(cents, { percent: rate }))).toBe((exact + 5_000n) / 10_000n);
        expect(discountOf(cents, { percent: rate })).toBeLessThanOrEqual(cents);
      }),
    );
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 10_000_000 }), (cents, amountCents) => {
        expect(discountOf(cents, { amountCents })).toBe(Math.min(cents, amountCents));
      }),
    );
  });

  it('counts once: the best of several offers', () => {
    const endsOn = localDate('2026-11-23');
    const small = { discount: { amountCents: 5_000 }, days: 7, endsOn };
    const large = { discount: { percent: 10 }, days: 7, endsOn };
    expect(bestOffer([small, large], 100_000)).toBe(large);
    expect(bestOffer([small, large], 10_000)).toBe(small);
    expect(bestOffer([], 10_000)).toBeNull();
  });
});

describe('an offer', () => {
  it('holds from its sending through the last day where the job is', () => {
    const zones = fc.constantFrom('America/Boise', 'America/New_York', 'Pacific/Honolulu', 'America/Anchorage');
    const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, zones, fc.integer({ min: 1, max: 365 }), (now, zone, days) => {
        const { endsOn, endsAt } = sentOffer({ percent: 10, days }, { now, zone });
        expect(endsAt.getTime()).toBeGreaterThan(now.getTime());
        expect(localDateOf(new Date(endsAt.getTime() - 1), zone)).toBe(endsOn);
        expect(localDateOf(endsAt, zone) > endsOn).toBe(true);
      }),
    );
  });

  it.each([
    [{ percent: 0, days: 7 }, ['percent']],
    [{ percent: 100.01, days: 7 }, ['percent']],
    [{ percent: 9.999, days: 7 }, ['percent']],
    [{ percent: Number.NaN, days: 7 }, ['percent']],
    [{ amountCents: 0, days: 7 }, ['amountCents']],
    [{ amountCents: 1.5, days: 7 }, ['amountCents']],
    [{ percent: 10, amountCents: 100, days: 7 }, ['percent']],
    [{ days: 7 }, ['percent']],
    [{ percent: 10, days: 0 }, ['days']],
    [{ percent: 10, days: 1.5 }, ['days']],
    [{ percent: 12.5, days: 1 }, []],
    [{ amountCents: 20_000, days: 365 }, []],
  ])('%j is wrong in %j', (offer, fields) => expect(Object.keys(offerFaults(offer))).toEqual(fields));
});
