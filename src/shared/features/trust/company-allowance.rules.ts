import type { ErrorCode, NextStep } from '../../primitives/app-error.ts';
import { DAY } from '../../primitives/durations.ts';
import type { SubscriptionTier } from '../billing/billing.schema.ts';
import type { SmsRegistration } from '../company/company.schema.ts';
import { BUDGETS } from './budgets.rules.ts';

/** What a company has proven so far. */
export interface Proofs {
  /** Whether the account's owner confirmed their own email address. */
  ownerConfirmed: boolean;
  /** Whether the company's email in force is confirmed by a code, or is the owner's confirmed one. */
  companyEmailConfirmed: boolean;
  /** Whether the phone that notices go to is confirmed by a code. */
  notifyPhoneConfirmed: boolean;
  /** What its access rests on now; null without a plan, free access or a credit. */
  tier: SubscriptionTier | null;
  smsRegistration: SmsRegistration;
  /** Milliseconds since the company was founded. */
  age: number;
  /** People whom it wrote to for the first time within HISTORY. */
  reached: number;
  /** People who reported its email as spam within HISTORY. */
  complaints: number;
}

/** How far back history counts, in milliseconds. */
export const HISTORY = 90 * DAY;

/** What a company may or may not do. Codes to whoever proves something are always sent. */
export const ALLOWANCES = [
  // the widget takes leads
  'widget',
  // the instant reply to a person who asked by the widget
  'instantReplies',
  // anything else to people who asked: typed email, estimates, follow-ups
  'answers',
  // typed email and estimates to people whom the company entered or imported itself
  'enteredByHand',
  'texts',
  // email to the contractor about their leads
  'notices',
  // the same as a text
  'noticeTexts',
] as const;
export type Allowance = (typeof ALLOWANCES)[number];

type Proof = 'owner' | 'companyEmail' | 'notifyPhone' | 'plan' | 'smsRegistration';

/** What each rests on, in the order in which a person proves it (decisions.md, 'What a company may send'). */
const NEEDS: Record<Allowance, readonly Proof[]> = {
  widget: ['owner'],
  instantReplies: ['owner', 'companyEmail'],
  answers: ['owner', 'companyEmail'],
  enteredByHand: ['owner', 'companyEmail', 'plan'],
  texts: ['owner', 'companyEmail', 'smsRegistration'],
  notices: ['owner', 'companyEmail'],
  noticeTexts: ['owner', 'companyEmail', 'notifyPhone', 'smsRegistration'],
};

export type MissingProof =
  | 'owner_not_confirmed'
  | 'email_not_confirmed'
  | 'phone_not_confirmed'
  | 'no_plan'
  | 'not_registered';

/** Why something isn't allowed yet, and what to do. */
export interface Refusal {
  missing: MissingProof;
  code: Extract<ErrorCode, 'NOT_CONFIRMED' | 'SUBSCRIPTION_REQUIRED' | 'SMS_NOT_ALLOWED'>;
  /** A sentence for the contractor, without its full stop. */
  reason: string;
  nextStep: NextStep | null;
}

/** Said of every text while the company's sender isn't registered (C21). */
export const REGISTRATION_REASON: Record<Exclude<SmsRegistration, 'approved'>, string> = {
  none: 'Your SMS registration isn’t approved yet',
  pending: 'Your SMS registration isn’t approved yet. It’s still being reviewed',
  rejected: 'Your SMS registration was rejected',
};

const unless =
  <Known extends keyof Proofs>(
    has: (proofs: Pick<Proofs, Known>) => boolean,
    refusal: Refusal,
  ): ((proofs: Pick<Proofs, Known>) => Refusal | null) =>
  (proofs) =>
    has(proofs) ? null : refusal;

const CHECKS = {
  owner: unless<'ownerConfirmed'>(({ ownerConfirmed }) => ownerConfirmed, {
    missing: 'owner_not_confirmed',
    code: 'NOT_CONFIRMED',
    reason: 'Confirm your account first. Enter the code we emailed you',
    nextStep: null,
  }),
  companyEmail: unless<'companyEmailConfirmed'>(({ companyEmailConfirmed }) => companyEmailConfirmed, {
    missing: 'email_not_confirmed',
    code: 'NOT_CONFIRMED',
    reason: 'Confirm your company email first. Go to Admin, Company and enter the code we email you',
    nextStep: 'confirm_email',
  }),
  notifyPhone: unless<'notifyPhoneConfirmed'>(({ notifyPhoneConfirmed }) => notifyPhoneConfirmed, {
    missing: 'phone_not_confirmed',
    code: 'NOT_CONFIRMED',
    reason: 'Confirm your notice phone first. Go to Admin, Payments and enter the code we text you',
    nextStep: null,
  }),
  plan: unless<'tier'>(({ tier }) => tier !== null, {
    missing: 'no_plan',
    code: 'SUBSCRIPTION_REQUIRED',
    reason: 'Writing to people you added yourself needs a plan or a lead credit. Choose a plan to send this',
    nextStep: 'choose_plan',
  }),
  smsRegistration: ({ smsRegistration }: Pick<Proofs, 'smsRegistration'>): Refusal | null =>
    smsRegistration === 'approved'
      ? null
      : {
          missing: 'not_registered',
          code: 'SMS_NOT_ALLOWED',
          reason: REGISTRATION_REASON[smsRegistration],
          nextStep: null,
        },
} satisfies Record<Proof, (proofs: Proofs) => Refusal | null>;

/** Why the company may not do this yet, by the first proof that is missing; null where it may. */
export function whyNot(allowance: Allowance, proofs: Proofs): Refusal | null {
  for (const proof of NEEDS[allowance]) {
    const refusal = CHECKS[proof](proofs);
    if (refusal) return refusal;
  }
  return null;
}

/** Why no message of the company's own leaves yet, to whomever; null where its owner and its email are confirmed. */
export const whyNothingLeaves = (proofs: Pick<Proofs, 'ownerConfirmed' | 'companyEmailConfirmed'>): Refusal | null =>
  CHECKS.owner(proofs) ?? CHECKS.companyEmail(proofs);

/** New people a day by plan. Credits and free access count as Pro (contract.md, 'Held leads'). */
const BASE_A_DAY: Record<SubscriptionTier | 'none', number> = {
  none: BUDGETS['company-recipients'].limit,
  starter: 200,
  pro: 1_000,
  pay_as_you_go: 1_000,
  free: 1_000,
};

/** A company of this age has its base this many times over, the oldest first. */
const GROWTH = [
  { age: 90 * DAY, times: 5 },
  { age: 30 * DAY, times: 2 },
] as const;

/** C26: mailbox providers tolerate no more complaints than this share of the people reached. */
const MOST_COMPLAINTS = 0.003;

/**
 * How many people the company may write to for the first time within any 24 hours. It grows with age only where there
 * is a history: as many people reached in HISTORY as its base for one day at least, and at most 0.3 % of them
 * complained. An account that was only left lying gains nothing.
 */
export function recipientsADay({ tier, age, reached, complaints }: Proofs): number {
  const base = BASE_A_DAY[tier ?? 'none'];
  const hasHistory = reached >= base && complaints <= reached * MOST_COMPLAINTS;
  const times = hasHistory ? (GROWTH.find((step) => age >= step.age)?.times ?? 1) : 1;
  return base * times;
}

/** How many messages a person may type to one lead within 24 hours. */
export interface TypedLimit {
  limit: number;
  /** Whether a plan would allow more. */
  moreWithPlan: boolean;
}

/**
 * Typed messages to one lead within any 24 hours: a few until the homeowner has written back, a conversation's worth
 * from then on. Nobody types faster than that; what does is a program.
 */
export function typedLimit({ tier }: Pick<Proofs, 'tier'>, { wroteBack }: { wroteBack: boolean }): TypedLimit {
  if (wroteBack) return { limit: 60, moreWithPlan: false };
  return tier === null ? { limit: 3, moreWithPlan: true } : { limit: 10, moreWithPlan: false };
}
