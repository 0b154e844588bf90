import { type PlanId, PLANS } from '#shared/features/billing/plans.ts';
import { QUOTES_PER_PERIOD } from '#shared/features/billing/plan-limits.ts';

/** Returns one of the three labels for a plan's button (spec, section 2). */
export const planLabel = (id: PlanId, signedIn: boolean): string => {
  if (id === 'pay_as_you_go') return 'Buy Lead Credit';
  return signedIn ? 'Subscribe' : 'Sign Up to Subscribe';
};

/** Formats a plan's price, such as '$49'. Shows cents only if they aren't zero. */
export const planPrice = (cents: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);

/** Returns the unit that follows a plan's price. */
export const planUnit = (id: PlanId): string => (id === 'pay_as_you_go' ? 'per lead' : 'per month');

/** Returns a plan's quota, such as '50 quotes a month'. Each lead that gets an estimate uses one quote. */
export const planQuotes = (id: PlanId): string =>
  id === 'pay_as_you_go' ? '1 quote for each credit' : `${QUOTES_PER_PERIOD[id]} quotes a month`;

/** Returns a plan's name and price, such as 'Starter, $49 per month'. */
export const planName = (id: PlanId): string => {
  const plan = PLANS.find((each) => each.id === id);
  return plan ? `${plan.name}, ${planPrice(plan.priceCents)} ${planUnit(id)}` : '';
};
