import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MoneyFact, moneyStatus } from './money-status.rules.ts';
import { PAYMENT_STATUSES } from './payment-status.rules.ts';

const fact = (given: Partial<MoneyFact>): MoneyFact => ({
  amountCents: 5_000,
  refundedCents: 0,
  status: 'succeeded',
  settles: false,
  ...given,
});

describe('payment status of an estimate', () => {
  it.each([
    ['nothing paid', [fact({ status: 'failed' }), fact({ status: 'expired' })], null],
    ['a deposit', [fact({})], 'deposit_paid'],
    ['deposit and balance', [fact({}), fact({})], 'paid'],
    ['the entire remainder of a lower price', [fact({ amountCents: 9_000, settles: true })], 'paid'],
    ['a partial refund', [fact({ status: 'partially_refunded', refundedCents: 1 }), fact({})], 'refunded'],
    ['a full refund', [fact({ status: 'refunded', refundedCents: 5_000 })], 'refunded'],
    [
      'a full refund of the deposit after the balance was paid',
      [fact({ status: 'refunded', refundedCents: 5_000 }), fact({ settles: true })],
      'refunded',
    ],
    ['a refund, then another payment', [fact({ status: 'refunded', refundedCents: 5_000 }), fact({})], 'deposit_paid'],
    ['one of two disputed', [fact({ status: 'disputed' }), fact({})], 'disputed'],
    ['a dispute that was lost', [fact({ status: 'dispute_lost' })], 'disputed'],
    ['a deposit that was paid twice and covers the price', [fact({}), fact({})], 'paid'],
    [
      'a second deposit that was refunded',
      [fact({}), fact({ status: 'refunded', refundedCents: 5_000 })],
      'deposit_paid',
    ],
  ] as const)('%s', (_name, facts, status) => {
    expect(moneyStatus(facts, 10_000)).toBe(status);
  });

  it('doesn’t depend on the order, and is never plain paid after a refund or dispute (S16)', () => {
    const facts = fc.array(
      fc.record({
        amountCents: fc.integer({ min: 1, max: 20_000 }),
        refundedCents: fc.constant(0),
        status: fc.constantFrom(...PAYMENT_STATUSES),
        settles: fc.boolean(),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(facts, (some) => {
        const status = moneyStatus(some, 10_000);
        expect(moneyStatus(some.toReversed(), 10_000)).toBe(status);
        const taken = some.some((one) => one.status === 'disputed' || one.status === 'dispute_lost');
        expect(status === 'disputed').toBe(taken);
      }),
    );
  });
});
