import { describe, expect, it, test } from 'vitest';
import fc from 'fast-check';
import {
  DEFAULT_DEPOSIT,
  depositInTerms,
  depositOf,
  type DepositTerms,
} from '#shared/features/estimates/deposit.rules.ts';
import { capOf } from '#shared/features/estimates/deposit-cap.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { depositCapOf, loadDepositCaps, stateIn } from './index.ts';

const { states } = loadDepositCaps();
const half = (state: string): DepositTerms => ({ ...DEFAULT_DEPOSIT, cap: depositCapOf(state) });

describe('C27 deposit caps', () => {
  it.each([
    ['CA', 999_999, 99_999],
    ['CA', 1_000_001, 100_000],
    ['CA', 50_000, null],
    ['NV', 5_000_000, 100_000],
    ['NV', 500_000, 50_000],
    ['MD', 10_000, 3_333],
    ['TN', 10_000, 3_333],
    ['MA', 100_000, null],
    ['MA', 100_001, 33_333],
    ['PA', 500_000, null],
    ['PA', 500_001, 166_667],
    ['OH', 2_499_999, null],
    ['OH', 2_500_000, 250_000],
    ['ME', 300_000, null],
    ['ME', 300_001, 100_000],
    ['VT', 1_000_000, null],
    ['VT', 1_000_001, 333_333],
  ])('%s at %i cents: at most %s', (state, total, most) => {
    expect(capOf(total, depositCapOf(state))).toBe(most);
  });

  it('covers each capped state in the table above', () => {
    const capped = Object.keys(states).filter((state) => states[state]?.cap);
    expect(capped.toSorted()).toEqual(['CA', 'MA', 'MD', 'ME', 'NV', 'OH', 'PA', 'TN', 'VT']);
  });

  test.each(Object.keys(states).filter((state) => !states[state]?.cap))(
    '%s has no cap: any deposit up to the total',
    (state) => {
      expect(depositOf(9_000_001, half(state))).toEqual({ cents: 4_500_001, maxCents: null, reason: null, full: true });
    },
  );

  test.each(Object.keys(states).filter((state) => states[state]?.cap))(
    'in %s the deposit and full payment are within the cap at any price, with the reason for a reduction',
    (state) => {
      const terms = half(state);
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 20_000_000 }), (total) => {
          const deposit = depositOf(total, terms);
          const most = capOf(total, terms.cap);
          expect(deposit.cents).toBe(Math.min(depositOf(total, DEFAULT_DEPOSIT).cents, most ?? total));
          expect(deposit.full).toBe(most === null || most >= total);
          const less = most !== null && most < depositOf(total, DEFAULT_DEPOSIT).cents;
          expect(deposit.reason).toBe(
            less ? `${terms.cap?.stateName ?? ''} limits a deposit to ${formatCents(most)}` : null,
          );
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('a deposit', () => {
  it('spec:9.13 is half of the total unless the company sets another', () => {
    expect(depositOf(354_208, DEFAULT_DEPOSIT).cents).toBe(177_104);
    const amount: DepositTerms = { ...DEFAULT_DEPOSIT, rule: { kind: 'amount', cents: 50_000 } };
    expect(depositOf(354_208, amount).cents).toBe(50_000);
    expect(depositOf(20_000, amount).cents).toBe(20_000);
    expect(depositOf(354_208, { ...DEFAULT_DEPOSIT, offerFull: false }).full).toBe(false);
  });

  it('appears in the terms with its amount', () => {
    expect(depositInTerms(354_208, DEFAULT_DEPOSIT)).toBe('50% of the total ($1,771.04)');
    expect(depositInTerms(1_000_001, half('CA'))).toBe('$1,000.00 (California limits a deposit to $1,000.00)');
    expect(depositInTerms(354_208, { ...DEFAULT_DEPOSIT, rule: { kind: 'amount', cents: 50_000 } })).toBe('$500.00');
  });
});

describe('a job’s state', () => {
  it('is from the first address that ends with a ZIP', () => {
    expect(stateIn(null, '12345 Main St', '1 Oak St, Sacramento, CA 95814-1234')).toBe('CA');
    expect(stateIn('10001 Broadway, Boise, ID 83702, USA', '1 Oak St, Sacramento, CA 95814')).toBe('ID');
    expect(stateIn(null, 'no zip')).toBeNull();
  });
});
