import type { SubscriptionTier } from '../billing/billing.schema.ts';
import type { NextStep } from '../../primitives/app-error.ts';

interface ImportLimit {
  /** The maximum number of leads that CSV imports may add within 24 hours by the business clock. */
  leads: number;
  /** Completes the sentence 'You can import up to 500 leads in 24 hours …'. */
  whose: string;
  /** What the contractor can do instead of waiting. */
  more: string | null;
  nextStep?: NextStep;
}

/**
 * How many leads a company may import in 24 hours, by plan. Each limit is high enough to import an existing customer
 * list on the first day, but too low to use Picket as storage.
 */
export const IMPORT_LIMITS: Record<SubscriptionTier | 'none', ImportLimit> = {
  none: { leads: 500, whose: 'without a plan', more: 'Choose a plan to import more', nextStep: 'choose_plan' },
  pay_as_you_go: { leads: 2_000, whose: 'with Pay as You Go', more: 'Upgrade to import more', nextStep: 'upgrade' },
  starter: { leads: 10_000, whose: 'with Starter', more: 'Upgrade to Pro to import more', nextStep: 'upgrade' },
  free: { leads: 100_000, whose: 'with free access', more: null },
  pro: { leads: 100_000, whose: 'with Pro', more: null },
};

/** Returns why no more leads can be imported now, and what the contractor can do. */
export const importRefusal = ({ leads, whose, more }: ImportLimit): string =>
  `You can import up to ${leads.toLocaleString('en-US')} leads in 24 hours ${whose}. ${
    more === null ? 'Import the rest tomorrow' : `${more}, or import the rest tomorrow`
  }`;
