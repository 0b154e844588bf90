import type { SubscriptionTier } from './billing.schema.ts';

export type PlanId = Exclude<SubscriptionTier, 'free'>;

export interface PlanCard {
  id: PlanId;
  name: string;
  /** The price in cents: per lead for pay as you go, per month for the other plans. */
  priceCents: number;
  description: string;
  features: readonly string[];
}

/** The plans that the platform sells (spec, section 9), in the order of the cards. */
export const PLANS: readonly PlanCard[] = [
  {
    id: 'pay_as_you_go',
    name: 'Pay as You Go',
    priceCents: 1_000,
    description: 'One lead at a time',
    features: ['All premium features', 'No monthly commitment', 'For occasional use'],
  },
  {
    id: 'starter',
    name: 'Starter',
    priceCents: 4_900,
    description: 'For contractors who are getting started',
    features: [
      'AI sales agent',
      'Automatic lead follow-up',
      'Basic fence materials',
      'Email support',
      'Mobile-friendly widget',
    ],
  },
  {
    id: 'pro',
    name: 'Pro',
    priceCents: 24_900,
    description: 'For growing fence companies',
    features: [
      'All starter items',
      'All fence materials and styles',
      'Priority support',
      'Custom branding',
      'Advanced analytics',
      'Lead management',
    ],
  },
];

/** A lead credit's name on invoices (spec, section 7, create-payment). */
export const LEAD_CREDIT = 'Lead Credit - Pay as You Go';
/** A lead credit's price in whole dollars, as in the old API's `amount` (spec, section 7). */
export const LEAD_CREDIT_DOLLARS = 10;
