import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '../../primitives/cents.ts';
import { localDate } from '../../primitives/local-date.ts';
import { paymentsDue } from '../payments/payment-due.rules.ts';
import { type StageFacts, stagesNow } from '../payments/payment-plan.rules.ts';
import { balanceOf } from './balance.rules.ts';

const money = fc.integer({ min: 0, max: 99_999_999 });

describe('the balance of a job', () => {
  it('is its price minus what was received plus what went back', () => {
    expect(balanceOf({ totalCents: 485_000, paidCents: 242_500 })).toBe(242_500);
    expect(balanceOf({ totalCents: 485_000, paidCents: 485_000 })).toBe(0);
    expect(balanceOf({ totalCents: 485_000, paidCents: 500_000 })).toBe(-15_000);
  });

  it('is what the stages of the payment plan still ask for, and the most that can be paid', () => {
    const facts: StageFacts = {
      signedOn: null,
      startedOn: null,
      doneOn: null,
      today: localDate('2026-12-01'),
      mostNowCents: null,
    };
    fc.assert(
      fc.property(
        fc.array(money, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (amounts, share) => {
          const totalCents = amounts.reduce((sum, amount) => sum + amount, 0);
          const paidCents = Math.round(totalCents * share);
          const owed = Math.max(0, balanceOf({ totalCents, paidCents }));
          const plan = amounts.map((amount) => ({ label: 'Part', due: 'done', cents: cents(amount) }));
          const open = stagesNow(plan, facts, paidCents).map((stage) => stage.cents - stage.paidCents);
          expect(open.reduce((sum, amount) => sum + amount, 0)).toBe(owed);
          const due = paymentsDue({ totalCents, depositCents: 0, full: false }, paidCents);
          expect(due.balance ?? 0).toBe(owed < 50 ? 0 : owed);
        },
      ),
    );
  });
});
