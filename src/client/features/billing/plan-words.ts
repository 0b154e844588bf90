import type { PlanId } from '#shared/features/billing/plans.ts';
import { QUOTES_PER_PERIOD } from '#shared/features/billing/plan-limits.ts';

/** The three labels of a plan's button (spec, section 2). */
export const planLabel = (id: PlanId, signedIn: boolean): string => {
  if (id === 'pay_as_you_go') return 'Buy Lead Credit';
  return signedIn ? 'Subscribe' : 'Sign Up to Subscribe';
};

/** '$49': the prices of plans are whole dollars; cents only where there are some. */
export const planPrice = (cents: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);

/** What the price is for. */
export const planUnit = (id: PlanId): string => (id === 'pay_as_you_go' ? 'per lead' : 'per month');

/** How many leads can be sent an estimate: '50 quotes a month'. */
export const planQuotes = (id: PlanId): string =>
  id === 'pay_as_you_go' ? '1 quote for each credit' : `${QUOTES_PER_PERIOD[id]} quotes a month`;
