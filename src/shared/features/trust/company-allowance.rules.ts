import type { ErrorCode, NextStep } from '../../primitives/app-error.ts';
import { DAY } from '../../primitives/durations.ts';
import type { SubscriptionTier } from '../billing/billing.schema.ts';
import type { SmsRegistration } from '../company/company.schema.ts';
import { BUDGETS } from './budgets.rules.ts';

/** What a company has confirmed, and how it has used its account so far. */
export interface Proofs {
  /** Whether the account's owner has confirmed their own email address. */
  ownerConfirmed: boolean;
  /**
   * Whether the company's current email address was confirmed with a code or is the owner's confirmed email address.
   */
  companyEmailConfirmed: boolean;
  /** Whether the phone for notices was confirmed with a code. */
  notifyPhoneConfirmed: boolean;
  /** The basis of the company's current access. Null if the company has no plan, free access or credits. */
  tier: SubscriptionTier | null;
  smsRegistration: SmsRegistration;
  /** Milliseconds since the company was created. */
  age: number;
  /** The number of people whom the company messaged for the first time within HISTORY. */
  reached: number;
  /** The number of people who reported the company's email as spam within HISTORY. */
  complaints: number;
}

/** How far back the history counts, in milliseconds. */
export const HISTORY = 90 * DAY;

/** The actions that a company may be allowed to take. Sending confirmation codes is always allowed. */
export const ALLOWANCES = [
  // The widget accepts leads.
  'widget',
  // The instant reply to a person who requested an estimate in the widget.
  'instantReplies',
  // All other messages to people who sent a request: typed emails, estimates, follow-ups.
  'answers',
  // Typed emails and estimates to people whom the company entered or imported.
  'enteredByHand',
  'texts',
  // Emails to the contractor about their leads.
  'notices',
  // Texts to the contractor about their leads.
  'noticeTexts',
] as const;
export type Allowance = (typeof ALLOWANCES)[number];

type Proof = 'owner' | 'companyEmail' | 'notifyPhone' | 'plan' | 'smsRegistration';

/**
 * The proofs that each action requires, in the order that companies usually provide them (docs/security.md, 'Sending
 * limits').
 */
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

/** Why an action isn't allowed yet, and what the contractor can do about it. */
export interface Refusal {
  missing: MissingProof;
  code: Extract<ErrorCode, 'NOT_CONFIRMED' | 'SUBSCRIPTION_REQUIRED' | 'SMS_NOT_ALLOWED'>;
  /** A sentence for the contractor, without a final period. */
  reason: string;
  nextStep: NextStep | null;
}

/** Why texts can't be sent while the company's SMS registration isn't approved (C21). */
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
    reason: 'Confirm your company email first. In the Admin tab, open Company and enter the code we email you',
    nextStep: 'confirm_email',
  }),
  notifyPhone: unless<'notifyPhoneConfirmed'>(({ notifyPhoneConfirmed }) => notifyPhoneConfirmed, {
    missing: 'phone_not_confirmed',
    code: 'NOT_CONFIRMED',
    reason: 'Confirm your notice phone first. In the Admin tab, open Payments and enter the code we text you',
    nextStep: null,
  }),
  plan: unless<'tier'>(({ tier }) => tier !== null, {
    missing: 'no_plan',
    code: 'SUBSCRIPTION_REQUIRED',
    reason: 'You need a plan or a lead credit to message leads you added yourself. Choose a plan to send this',
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

/** Returns why the company may not take this action yet, based on the first missing proof, or null if it may. */
export function whyNot(allowance: Allowance, proofs: Proofs): Refusal | null {
  for (const proof of NEEDS[allowance]) {
    const refusal = CHECKS[proof](proofs);
    if (refusal) return refusal;
  }
  return null;
}

/**
 * Returns why the company can't send any messages yet, or null if the owner's email and the company's email are
 * confirmed.
 */
export const whyNothingLeaves = (proofs: Pick<Proofs, 'ownerConfirmed' | 'companyEmailConfirmed'>): Refusal | null =>
  CHECKS.owner(proofs) ?? CHECKS.companyEmail(proofs);

/**
 * The base number of new recipients that a company may message per day, by plan. A company with credits or free access
 * has the same number as with Pro (docs/security.md, 'Sending limits').
 */
const BASE_A_DAY: Record<SubscriptionTier | 'none', number> = {
  none: BUDGETS['company-recipients'].limit,
  starter: 200,
  pro: 1_000,
  pay_as_you_go: 1_000,
  free: 1_000,
};

/**
 * How the daily limit grows: once a company reaches this `age`, it may message `times` its base number of people.
 * Highest age first.
 */
const GROWTH = [
  { age: 90 * DAY, times: 5 },
  { age: 30 * DAY, times: 2 },
] as const;

/** C26: the maximum share of recipients who may complain. Mailbox providers don't tolerate more. */
const MOST_COMPLAINTS = 0.003;

/**
 * Returns how many people the company may message for the first time within any 24 hours. This is the plan's base
 * number, multiplied as the company gets older (`GROWTH`). It's multiplied only if, within HISTORY, the company
 * messaged at least the base number of people and at most 0.3% of them complained. An unused account's limit therefore
 * doesn't grow.
 */
export function recipientsADay({ tier, age, reached, complaints }: Proofs): number {
  const base = BASE_A_DAY[tier ?? 'none'];
  const hasHistory = reached >= base && complaints <= reached * MOST_COMPLAINTS;
  const times = hasHistory ? (GROWTH.find((step) => age >= step.age)?.times ?? 1) : 1;
  return base * times;
}

/** How many typed messages the company's users may send to one lead within 24 hours. */
export interface TypedLimit {
  limit: number;
  /** Whether a larger plan would raise the limit. */
  moreWithPlan: boolean;
}

/**
 * Returns the limit on typed messages to one lead within any 24 hours. The limit is low until the homeowner replies.
 * After that, it's so high that only a script would exceed it.
 */
export function typedLimit({ tier }: Pick<Proofs, 'tier'>, { wroteBack }: { wroteBack: boolean }): TypedLimit {
  if (wroteBack) return { limit: 60, moreWithPlan: false };
  return tier === null ? { limit: 3, moreWithPlan: true } : { limit: 10, moreWithPlan: false };
}
