import type Stripe from 'stripe';
import type { Selectable } from 'kysely';
import type { PlanId } from '#shared/features/billing/plans.ts';
import { idOf, instantOf } from '../../platform/stripe.ts';
import { addMonths } from './check-plan-limit.ts';
import { planOfPrice, type PriceConfig } from './prices.ts';
import type { SubscribersTable } from './billing.table.ts';

/** A Stripe subscription, converted to our plans and statuses. */
export interface PlanState {
  subscriptionId: string;
  status: string;
  /** Undefined if neither its price nor its metadata matches one of our plans. */
  tier: Exclude<PlanId, 'pay_as_you_go'> | undefined;
  /** The start of the paid period. */
  periodStart: Date | null;
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  created: Date;
}

/** The access granted by each status (S6). Statuses that aren't listed don't grant access. */
export const ACCESS_BY_STATUS: Record<string, 'open' | 'until_period_end' | 'none'> = {
  active: 'open',
  trialing: 'open',
  past_due: 'until_period_end',
  unpaid: 'none',
  canceled: 'none',
  incomplete: 'none',
  incomplete_expired: 'none',
  paused: 'none',
};

/**
 * Statuses of subscriptions that the customer can fix in the portal. While a subscription has one of these statuses, a
 * second subscription can't be started.
 */
const LIVING = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];
export const isLiving = (status: string | null): boolean => status !== null && LIVING.includes(status);

/** Whether a plan grants access at `now`. */
const givesAccess = (state: PlanState, now: Date): boolean => {
  if (state.tier === undefined) return false;
  const access = ACCESS_BY_STATUS[state.status];
  if (access === 'open') return !state.cancelAtPeriodEnd || state.periodEnd === null || state.periodEnd > now;
  return access === 'until_period_end' && state.periodEnd !== null && state.periodEnd > now;
};

/**
 * Converts a Stripe subscription. The period is read from the subscription's item (S7). If a renewal is unpaid, the
 * previous period is used, because Stripe moves the item's period forward even without a payment. `latest_invoice` must
 * be expanded.
 */
export const readPlanState = (config: PriceConfig, subscription: Stripe.Subscription): PlanState => {
  const items = subscription.items.data;
  const item = items.find(({ price }) => tierOfPrice(config, price.id) !== undefined) ?? items[0];
  const state = {
    subscriptionId: subscription.id,
    status: subscription.status,
    tier: (item && tierOfPrice(config, item.price.id)) ?? tierOfText(subscription.metadata['plan']),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    created: instantOf(subscription.created),
  };
  if (!item) return { ...state, periodStart: null, periodEnd: null };
  const start = instantOf(item.current_period_start);
  if (isRenewalUnpaid(subscription)) return { ...state, periodStart: addMonths(start, -1), periodEnd: start };
  return { ...state, periodStart: start, periodEnd: instantOf(item.current_period_end) };
};

const isRenewalUnpaid = ({ status, latest_invoice: invoice }: Stripe.Subscription): boolean =>
  status === 'past_due' &&
  idOf(invoice) !== null &&
  typeof invoice === 'object' &&
  invoice !== null &&
  invoice.billing_reason === 'subscription_cycle' &&
  invoice.status !== 'paid';

const tierOfPrice = (config: PriceConfig, priceId: string) => tierOfText(planOfPrice(config, priceId));

const tierOfText = (text: string | undefined): 'starter' | 'pro' | undefined =>
  text === 'starter' || text === 'pro' ? text : undefined;

/**
 * Returns the subscription that determines access. Prefers a subscription that grants access, then one whose status is
 * in `LIVING`. If several are equal, prefers the newest. Returns null if there are no subscriptions.
 */
export const decidingPlan = (states: readonly PlanState[], now: Date): PlanState | null => {
  const rank = (state: PlanState): number => (givesAccess(state, now) ? 2 : isLiving(state.status) ? 1 : 0);
  const byWeight = states.toSorted(
    (a, b) =>
      rank(b) - rank(a) || b.created.getTime() - a.created.getTime() || (a.subscriptionId < b.subscriptionId ? 1 : -1),
  );
  return byWeight[0] ?? null;
};

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

interface Facts {
  plan: PlanState | null;
  freeUntil: Date | null;
  creditsBoughtAt: Date | null;
}

/**
 * Computes the plan columns at `now` from the given facts alone. The row's previous contents don't matter. A plan that
 * grants access comes first, then free access that hasn't expired, then credits that weren't refunded. If none of these
 * applies, the columns describe the former plan.
 */
export const subscriptionColumnsOf = ({ plan, freeUntil, creditsBoughtAt }: Facts, now: Date): SubscriptionColumns => {
  const atStripe = {
    stripe_subscription_id: plan?.subscriptionId ?? null,
    stripe_status: plan?.status ?? 'none',
    cancel_at_period_end: plan?.cancelAtPeriodEnd ?? false,
  };
  const tier = plan?.tier ?? 'starter';
  const period = { subscription_end: plan?.periodEnd ?? null, period_start: plan?.periodStart ?? null };
  if (plan && givesAccess(plan, now)) return { ...atStripe, ...period, subscribed: true, subscription_tier: tier };
  const otherwise = { ...atStripe, ...withoutPlan({ freeUntil, creditsBoughtAt }, now) };
  return otherwise.subscribed ? otherwise : { ...otherwise, ...period, subscription_tier: tier };
};

/** Computes the plan columns for a company without a Stripe plan, based only on free access and credits. */
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
