import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localDate } from '../../primitives/local-date.ts';
import { depositOf, DEFAULT_DEPOSIT } from '../estimates/deposit.rules.ts';
import type { DepositCap } from '../estimates/deposit-cap.rules.ts';
import { defaultPlanFaults, planFaults } from './payment-plan.faults.ts';
import {
  dueNow,
  type PlanStage,
  priceStages,
  stageCents,
  type StageFacts,
  stagesNow,
  withRest,
} from './payment-plan.rules.ts';

const TODAY = localDate('2026-12-01');
const at = (due: string, amount: { percent: number } | { cents: number } | { rest: true }): PlanStage => ({
  label: due,
  due,
  ...amount,
});
const CALIFORNIA: DepositCap = {
  state: 'CA',
  stateName: 'California',
  combine: 'lesser',
  num: 1,
  den: 10,
  dollars: 1_000,
  overDollars: 500,
  fromIncluded: false,
};

describe('the amounts of the stages', () => {
  test.each<[string, PlanStage[], number, number[]]>([
    [
      '50/25/25',
      [at('signing', { percent: 50 }), at('Work started', { percent: 25 }), at('done', { percent: 25 })],
      485_000,
      [242_500, 121_250, 121_250],
    ],
    [
      'thirds',
      [at('signing', { percent: 33.3333 }), at('Work started', { percent: 33.3333 }), at('done', { rest: true })],
      485_000,
      [161_667, 161_667, 161_666],
    ],
    [
      'an amount and the rest',
      [at('signing', { cents: 100_000 }), at('done', { rest: true })],
      485_000,
      [100_000, 385_000],
    ],
    ['the rest first', [at('signing', { rest: true }), at('done', { cents: 85_001 })], 485_000, [399_999, 85_001]],
    ['an odd cent', [at('signing', { percent: 50 }), at('done', { percent: 50 })], 101, [51, 50]],
    ['an amount above the total', [at('signing', { cents: 900 }), at('done', { rest: true })], 500, [500, 0]],
    [
      'a billion dollars',
      [at('signing', { percent: 33.3333 }), at('done', { rest: true })],
      99_999_999_999,
      [33_333_300_000, 66_666_699_999],
    ],
  ])('%s', (_name, plan, totalCents, wanted) => {
    expect(stageCents(plan, { totalCents })).toEqual(wanted);
  });

  test('a change adds to the last stage, and a credit takes from it, then from the one before', () => {
    const plan = [at('signing', { percent: 50 }), at('Work started', { percent: 25 }), at('done', { percent: 25 })];
    const withTotal = (totalCents: number) => stageCents(plan, { totalCents, signedCents: 485_000 });
    expect(withTotal(572_000)).toEqual([242_500, 121_250, 208_250]);
    expect(withTotal(400_000)).toEqual([242_500, 121_250, 36_250]);
    expect(withTotal(300_000)).toEqual([242_500, 57_500, 0]);
    expect(withTotal(0)).toEqual([0, 0, 0]);
  });

  test('a state’s cap moves the excess to the last stage that isn’t due at the signature', () => {
    const plan = [at('signing', { percent: 50 }), at('Work started', { percent: 25 }), at('done', { percent: 25 })];
    expect(priceStages(plan, { cap: CALIFORNIA }, { totalCents: 485_000 }).map(({ cents }) => cents)).toEqual([
      48_500, 121_250, 315_250,
    ]);
    const atOnce = withRest([at('signing', { rest: true })]);
    expect(priceStages(atOnce, { cap: CALIFORNIA }, { totalCents: 485_000 }).map(({ cents }) => cents)).toEqual([
      48_500, 436_500,
    ]);
    expect(priceStages(atOnce, { cap: CALIFORNIA }, { totalCents: 40_000 }).map(({ cents }) => cents)).toEqual([
      40_000, 0,
    ]);
  });

  const amount = fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }).map((parts) => ({ percent: parts / 10_000 })),
    fc.integer({ min: 1, max: 2_000_000 }).map((cents) => ({ cents })),
    fc.constant({ rest: true } as const),
  );
  const due = fc.constantFrom('signing', 'done', 'Work started', '2026-12-15', 'Posts set');
  const plans = fc.array(fc.tuple(due, amount), { minLength: 1, maxLength: 12 }).map((stages) => {
    const rest = stages.findIndex(([, one]) => 'rest' in one);
    return stages.map(([when, one], index) => at(when, 'rest' in one && index !== rest ? { cents: 5 } : one));
  });
  const total = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 99_999_999_999 }));

  test('always add up to the total, and none is negative', () => {
    fc.assert(
      fc.property(plans, total, total, fc.option(total), (plan, totalCents, signedCents, maxCents) => {
        const amounts = stageCents(plan, { totalCents, signedCents, maxCents });
        expect(amounts).toHaveLength(plan.length);
        expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
        expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(totalCents);
      }),
      { numRuns: 500 },
    );
  });

  test('what is due at the signature is the deposit, and never above the cap', () => {
    fc.assert(
      fc.property(plans, total, (given, totalCents) => {
        const plan = withRest(given);
        const terms = { ...DEFAULT_DEPOSIT, plan, cap: CALIFORNIA };
        const priced = priceStages(plan, terms, { totalCents });
        const signing = priced.reduce((sum, stage) => sum + (stage.due === 'signing' ? stage.cents : 0), 0);
        const deposit = depositOf(totalCents, terms);
        expect(signing).toBe(deposit.cents);
        expect(signing).toBeLessThanOrEqual(deposit.maxCents ?? totalCents);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the stages as they stand', () => {
  const signed: StageFacts = {
    signedOn: TODAY,
    startedOn: null,
    doneOn: null,
    today: TODAY,
    mostNowCents: null,
  };
  const plan = [
    at('signing', { percent: 50 }),
    at('2026-12-10', { percent: 20 }),
    at('Posts set', { percent: 10 }),
    at('done', { percent: 20 }),
  ];
  const priced = priceStages(plan, { cap: null }, { totalCents: 100_000 });
  const short = (facts: StageFacts, paid: number) =>
    stagesNow(priced, facts, paid).map(({ status, paidCents, dueOn }) => `${status} ${paidCents} ${dueOn ?? '-'}`);

  test('payments fill them in order', () => {
    expect(short({ ...signed, signedOn: null }, 0)).toEqual([
      'planned 0 -',
      'planned 0 2026-12-10',
      'planned 0 -',
      'planned 0 -',
    ]);
    expect(short(signed, 0)).toEqual(['due 0 2026-12-01', 'planned 0 2026-12-10', 'planned 0 -', 'planned 0 -']);
    expect(short(signed, 60_000)).toEqual([
      'paid 50000 2026-12-01',
      'planned 10000 2026-12-10',
      'planned 0 -',
      'planned 0 -',
    ]);
    expect(short({ ...signed, today: localDate('2026-12-10') }, 60_000)[1]).toBe('due 10000 2026-12-10');
    expect(short({ ...signed, doneOn: localDate('2026-12-20'), today: localDate('2026-12-21') }, 1_000)).toEqual([
      'due 1000 2026-12-01',
      'due 0 2026-12-10',
      'due 0 2026-12-20',
      'due 0 2026-12-20',
    ]);
    expect(short(signed, 200_000).every((stage) => stage.startsWith('paid'))).toBe(true);
  });

  test('what a state doesn’t let collect before work starts isn’t due until then', () => {
    const facts = { ...signed, today: localDate('2026-12-10'), mostNowCents: 50_000 };
    expect(short(facts, 50_000)[1]).toBe('planned 0 2026-12-10');
    expect(short({ ...facts, mostNowCents: null, startedOn: TODAY }, 50_000)[1]).toBe('due 0 2026-12-10');
  });

  test('after any payments, the paid parts are what came in, and what is due is counted the same another way', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -60_000, max: 90_000 }), { maxLength: 8 }),
        fc.boolean(),
        (moves, isDone) => {
          const paid = Math.max(
            0,
            moves.reduce((sum, one) => sum + one, 0),
          );
          const facts = { ...signed, doneOn: isDone ? TODAY : null };
          const stages = stagesNow(priced, facts, paid);
          expect(stages.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(Math.min(paid, 100_000));
          // Due are the first half and, once the work is done, the last three tenths. The day in between hasn't come.
          const first = Math.max(0, 50_000 - paid);
          const last = Math.min(30_000, Math.max(0, 100_000 - paid));
          expect(dueNow(stages)).toBe(first + (isDone ? last : 0));
        },
      ),
    );
  });
});

describe('a plan that doesn’t fit', () => {
  const faults = (plan: PlanStage[], more: { cap?: DepositCap; kept?: number } = {}) =>
    planFaults(plan, { totals: [485_000], terms: { cap: more.cap ?? null }, today: TODAY, kept: more.kept ?? 0 });
  test.each<[string, PlanStage[], Record<string, string>]>([
    ['fits', [at('signing', { percent: 50 }), at('done', { percent: 50 })], {}],
    ['fits with amounts', [at('signing', { cents: 85_000 }), at('done', { cents: 400_000 })], {}],
    [
      'fits with rounded shares',
      [at('signing', { percent: 33.3333 }), at('Posts set', { percent: 33.3333 }), at('done', { percent: 33.3334 })],
      {},
    ],
    [
      'less than 100%',
      [at('signing', { percent: 50 }), at('done', { percent: 40.5 })],
      { 'stages.1.percent': 'The stages add up to 90.5%. Make them 100%, or let one take the rest' },
    ],
    [
      'more than 100%',
      [at('signing', { percent: 50 }), at('Work started', { percent: 51 }), at('done', { rest: true })],
      { 'stages.1.percent': 'The stages add up to 101%. They can’t be more than 100%' },
    ],
    [
      'amounts below the total',
      [at('signing', { cents: 100_000 }), at('done', { cents: 300_000 })],
      { 'stages.1.cents': 'The stages add up to $4,000.00, but the total is $4,850.00' },
    ],
    [
      'amounts above the total',
      [at('signing', { cents: 485_001 }), at('done', { rest: true })],
      { 'stages.0.cents': 'The stages add up to $4,850.01, but the total is $4,850.00' },
    ],
    [
      'a share and an amount that differ',
      [at('signing', { percent: 50 }), at('done', { cents: 242_000 })],
      { 'stages.1.cents': 'The stages add up to $4,845.00, but the total is $4,850.00' },
    ],
    [
      'two rests',
      [at('signing', { rest: true }), at('done', { rest: true })],
      { 'stages.1.rest': 'Only one stage can take the rest' },
    ],
    [
      'a day that has passed',
      [at('signing', { percent: 50 }), at('2026-11-30', { rest: true })],
      { 'stages.1.due': 'Choose today or a later day' },
    ],
  ])('%s', (_name, plan, wanted) => {
    expect(faults(plan)).toEqual(wanted);
  });

  test('the stage at the signature is within the state’s cap', () => {
    const cap = { 'stages.0.percent': 'California limits what is due at the signature to $485.00' };
    const plan = (percent: number) => [at('signing', { percent }), at('done', { rest: true })];
    expect(faults(plan(50), { cap: CALIFORNIA })).toEqual(cap);
    expect(faults(plan(10), { cap: CALIFORNIA })).toEqual({});
  });

  test('a company’s default has no days', () => {
    expect(defaultPlanFaults([at('signing', { percent: 50 }), at('2026-12-24', { rest: true })])).toEqual({
      'defaultPlan.1.due': 'Choose an event. Each estimate has other days',
    });
    expect(defaultPlanFaults([at('signing', { percent: 50 }), at('done', { percent: 40 })])).toHaveProperty([
      'defaultPlan.1.percent',
    ]);
  });
});
