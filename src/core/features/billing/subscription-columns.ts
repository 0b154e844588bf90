import type { Selectable } from 'kysely';
import type { SubscribersTable } from './billing.table.ts';
import { opensDoor, type PlanState } from './plan-state.ts';

/** A subscriber row's plan columns. */
export type SubscriptionColumns = Pick<
  Selectable<SubscribersTable>,
  | 'subscribed'
  | 'subscription_tier'
  | 'subscription_end'
  | 'period_start'
  | 'stripe_subscription_id'
  | 'stripe_status'
  | 'cancel_at_period_end'
>;

export interface Facts {
  plan: PlanState | null;
  freeUntil: Date | null;
  creditsBoughtAt: Date | null;
}

/**
 * The columns that follow from the facts at `now`, whatever the row contained: a plan with access, otherwise free
 * access that hasn't expired, otherwise credits that aren't refunded, otherwise nothing, with the former plan.
 */
export const subscriptionColumnsOf = ({ plan, freeUntil, creditsBoughtAt }: Facts, now: Date): SubscriptionColumns => {
  const atStripe = {
    stripe_subscription_id: plan?.subscriptionId ?? null,
    stripe_status: plan?.status ?? 'none',
    cancel_at_period_end: plan?.cancelAtPeriodEnd ?? false,
  };
  const tier = plan?.tier ?? 'starter';
  const period = { subscription_end: plan?.periodEnd ?? null, period_start: plan?.periodStart ?? null };
  if (plan && opensDoor(plan, now)) return { ...atStripe, ...period, subscribed: true, subscription_tier: tier };
  const otherwise = { ...atStripe, ...withoutPlan({ freeUntil, creditsBoughtAt }, now) };
  return otherwise.subscribed ? otherwise : { ...otherwise, ...period, subscription_tier: tier };
};

/** The same without a Stripe plan: only free access and credits. */
export const withoutPlan = (
  { freeUntil, creditsBoughtAt }: Omit<Facts, 'plan'>,
  now: Date,
): Pick<SubscriptionColumns, 'subscribed' | 'subscription_tier' | 'subscription_end' | 'period_start'> => {
  const nothing = { subscription_end: null, period_start: null };
  if (freeUntil !== null && freeUntil > now)
    return { ...nothing, subscribed: true, subscription_tier: 'free', subscription_end: freeUntil };
  if (creditsBoughtAt !== null) return { ...nothing, subscribed: true, subscription_tier: 'pay_as_you_go' };
  return { ...nothing, subscribed: false, subscription_tier: 'starter' };
};
