import { describe, expect, test } from 'vitest';
import { DAY } from '../../primitives/durations.ts';
import {
  ALLOWANCES,
  type Allowance,
  type MissingProof,
  type Proofs,
  recipientsADay,
  typedLimit,
  whyNot,
} from './company-allowance.rules.ts';

/** A company that was created today and has confirmed all its details. */
const ALL: Proofs = {
  ownerConfirmed: true,
  companyEmailConfirmed: true,
  notifyPhoneConfirmed: true,
  tier: 'pro',
  smsRegistration: 'approved',
  age: 0,
  reached: 0,
  complaints: 0,
};

const everything = (missing: MissingProof): Partial<Record<Allowance, MissingProof>> =>
  Object.fromEntries(ALLOWANCES.map((allowance) => [allowance, missing]));

const everythingBut = (allowed: Allowance, missing: MissingProof): Partial<Record<Allowance, MissingProof>> => {
  const { [allowed]: _allowed, ...refused } = everything(missing);
  return refused;
};

/** The actions that aren't allowed, each with the proof that is missing. All other actions are allowed. */
const CASES: [what: string, proofs: Partial<Proofs>, refused: Partial<Record<Allowance, MissingProof>>][] = [
  ['everything proven', {}, {}],
  ['an unconfirmed sign-up', { ownerConfirmed: false }, everything('owner_not_confirmed')],
  [
    'an unconfirmed sign-up without any other proof',
    {
      ownerConfirmed: false,
      companyEmailConfirmed: false,
      notifyPhoneConfirmed: false,
      tier: null,
      smsRegistration: 'none',
    },
    everything('owner_not_confirmed'),
  ],
  ['an unconfirmed company email', { companyEmailConfirmed: false }, everythingBut('widget', 'email_not_confirmed')],
  ['no confirmed notice phone', { notifyPhoneConfirmed: false }, { noticeTexts: 'phone_not_confirmed' }],
  ['no plan', { tier: null }, { enteredByHand: 'no_plan' }],
  ['credits alone', { tier: 'pay_as_you_go' }, {}],
  ['free access', { tier: 'free' }, {}],
  ['no registration', { smsRegistration: 'none' }, { texts: 'not_registered', noticeTexts: 'not_registered' }],
  [
    'a registration under way',
    { smsRegistration: 'pending' },
    { texts: 'not_registered', noticeTexts: 'not_registered' },
  ],
  [
    'a rejected registration',
    { smsRegistration: 'rejected' },
    { texts: 'not_registered', noticeTexts: 'not_registered' },
  ],
  [
    'a confirmed company without a plan, phone or registration',
    { tier: null, notifyPhoneConfirmed: false, smsRegistration: 'none' },
    { enteredByHand: 'no_plan', texts: 'not_registered', noticeTexts: 'phone_not_confirmed' },
  ],
];

describe('the actions that a company may take at each trust level', () => {
  test.each(CASES)('%s', (_what, proofs, refused) => {
    for (const allowance of ALLOWANCES)
      expect([allowance, whyNot(allowance, { ...ALL, ...proofs })?.missing]).toEqual([allowance, refused[allowance]]);
  });

  test('a refusal explains the next step and names its button', () => {
    expect(whyNot('answers', { ...ALL, companyEmailConfirmed: false })).toMatchObject({
      code: 'NOT_CONFIRMED',
      reason: expect.stringMatching(/^Confirm your company email first/) as string,
      nextStep: 'confirm_email',
    });
    expect(whyNot('enteredByHand', { ...ALL, tier: null })).toMatchObject({
      code: 'SUBSCRIPTION_REQUIRED',
      nextStep: 'choose_plan',
    });
  });
});

/** Returns the daily limit of new recipients by plan, age in days, number of people messaged, and number of complaints. */
const LIMITS: [tier: Proofs['tier'], days: number, reached: number, complaints: number, limit: number][] = [
  [null, 0, 0, 0, 20],
  ['starter', 0, 0, 0, 200],
  ['pro', 0, 0, 0, 1_000],
  ['pay_as_you_go', 0, 0, 0, 1_000],
  ['free', 0, 0, 0, 1_000],
  // Age alone doesn't raise the limit.
  ['pro', 365, 0, 0, 1_000],
  ['pro', 365, 999, 0, 1_000],
  ['pro', 29, 5_000, 0, 1_000],
  ['pro', 30, 1_000, 0, 2_000],
  ['pro', 89, 1_000, 3, 2_000],
  ['pro', 90, 1_000, 3, 5_000],
  // This number of complaints is more than 0.3%.
  ['pro', 90, 1_000, 4, 1_000],
  ['starter', 30, 200, 0, 400],
  ['starter', 90, 200, 1, 200],
  ['starter', 90, 400, 1, 1_000],
  [null, 90, 20, 0, 100],
];

test.each(LIMITS)(
  'plan %s, %i days old, %i reached, %i complaints: %i new recipients a day',
  (tier, days, reached, complaints, limit) => {
    expect(recipientsADay({ ...ALL, tier, age: days * DAY, reached, complaints })).toBe(limit);
  },
);

test('a few typed messages to one person until they write back, then enough for a conversation', () => {
  expect(typedLimit({ tier: null }, { wroteBack: false })).toEqual({ limit: 3, moreWithPlan: true });
  expect(typedLimit({ tier: 'starter' }, { wroteBack: false })).toEqual({ limit: 10, moreWithPlan: false });
  for (const tier of [null, 'pro'] as const) expect(typedLimit({ tier }, { wroteBack: true }).limit).toBe(60);
});
