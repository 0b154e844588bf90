import type { Selectable } from 'kysely';
import type { SubscribersTable } from '../../platform/db/tables.ts';

export type PlanRow = Pick<Selectable<SubscribersTable>, 'subscribed' | 'subscription_tier' | 'subscription_end'>;

/**
 * Whether the company has what Starter has not: every material in the widget, its own branding (decisions.md,
 * plans). Pay-as-you-go has it for good; free access until it expires; Pro as long as Stripe calls it subscribed.
 */
export const hasPremium = (plan: PlanRow | undefined, now: Date): boolean => {
  if (!plan) return false;
  switch (plan.subscription_tier) {
    case 'starter':
      return false;
    case 'pay_as_you_go':
      return true;
    case 'pro':
      return plan.subscribed;
    case 'free':
      return plan.subscribed && (plan.subscription_end === null || plan.subscription_end > now);
  }
};
