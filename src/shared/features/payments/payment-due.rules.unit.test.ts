import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentsDue } from './payment-due.rules.ts';

const money = fc.integer({ min: 0, max: 99_999_999 });
const asked = fc
  .record({ totalCents: money, share: fc.integer({ min: 0, max: 100 }), full: fc.boolean() })
  .map(({ totalCents, share, full }) => ({ totalCents, depositCents: Math.floor((totalCents * share) / 100), full }));

describe('the amounts that can be paid', () => {
  it('are the deposit or the full amount first, then the balance', () => {
    const estimate = { totalCents: 354_208, depositCents: 177_104, full: true };
    expect(paymentsDue(estimate, 0)).toEqual({ deposit: 177_104, full: 354_208, balance: null, part: null });
    expect(paymentsDue({ ...estimate, full: false }, 0)).toEqual({
      deposit: 177_104,
      full: null,
      balance: null,
      part: null,
    });
    expect(paymentsDue(estimate, 177_104)).toEqual({ deposit: null, full: null, balance: 177_104, part: null });
    expect(paymentsDue(estimate, 354_208)).toEqual({ deposit: null, full: null, balance: null, part: null });
    expect(paymentsDue({ ...estimate, depositCents: 0 }, 0)).toEqual({
      deposit: null,
      full: null,
      balance: 354_208,
      part: null,
    });
  });

  it('are reduced by payments for an earlier version', () => {
    expect(paymentsDue({ totalCents: 400_000, depositCents: 200_000, full: true }, 177_104)).toMatchObject({
      deposit: null,
      balance: 222_896,
    });
  });

  it('exclude the balance before work starts in a state with a cap (C27)', () => {
    const california = { totalCents: 600_000, depositCents: 60_000, full: false, mostNowCents: 60_000 };
    expect(paymentsDue(california, 0)).toEqual({ deposit: 60_000, full: null, balance: null, part: null });
    expect(paymentsDue(california, 60_000)).toEqual({ deposit: null, full: null, balance: null, part: null });
    expect(paymentsDue({ ...california, mostNowCents: null }, 60_000)).toMatchObject({ balance: 540_000 });
    expect(paymentsDue({ ...california, mostNowCents: 600_000 }, 60_000)).toMatchObject({ balance: 540_000 });
  });

  it.each([
    // A deposit below Stripe's minimum of 50 cents isn't offered. The full amount is, if the company offers it.
    [{ totalCents: 490, depositCents: 49, full: true }, 0, { deposit: null, full: 490, balance: null, part: null }],
    [{ totalCents: 490, depositCents: 49, full: false }, 0, { deposit: null, full: null, balance: null, part: null }],
    [{ totalCents: 500, depositCents: 50, full: true }, 0, { deposit: 50, full: 500, balance: null, part: null }],
    [{ totalCents: 49, depositCents: 49, full: true }, 0, { deposit: null, full: null, balance: null, part: null }],
    [{ totalCents: 49, depositCents: 0, full: true }, 0, { deposit: null, full: null, balance: null, part: null }],
    [{ totalCents: 500, depositCents: 460, full: true }, 460, { deposit: null, full: null, balance: null, part: null }],
    [{ totalCents: 500, depositCents: 450, full: true }, 450, { deposit: null, full: null, balance: 50, part: null }],
  ])('never include an amount that Stripe refuses: %j with %i paid', (estimate, paid, due) => {
    expect(paymentsDue(estimate, paid)).toEqual(due);
  });

  it('never exceed the amount left or fall below Stripe’s minimum, and leave less than that after two payments', () => {
    fc.assert(
      fc.property(asked, money, (estimate, paid) => {
        const left = Math.max(0, estimate.totalCents - paid);
        const due = Object.values(paymentsDue(estimate, paid)).filter((amount) => amount !== null);
        expect(due.every((amount) => amount >= 50 && amount <= left)).toBe(true);
        expect(paid === 0 || due.length > 0 === left >= 50).toBe(true);
        const first = paymentsDue(estimate, 0);
        const once = first.deposit ?? first.balance ?? first.full ?? 0;
        const rest = once > 0 ? (paymentsDue(estimate, once).balance ?? 0) : 0;
        const unpaid = estimate.totalCents - once - rest;
        expect(once === 0 || (unpaid >= 0 && unpaid < 50)).toBe(true);
      }),
    );
  });
});
