import type { BillingStatusView, SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import { formatDay, lastDay } from '../../lib/dates.ts';
import { TIER_NAME } from '../billing/tiers.ts';

/** Describes the plan and how long it lasts, as a heading and a sentence (spec, section 2, Account). */
export const planWords = (
  { subscribed, subscriptionTier: tier, subscriptionEnd: end, isFreeAccess }: SubscriptionView,
  status: Pick<BillingStatusView, 'cancelAtPeriodEnd' | 'pastDue'> | undefined,
): { title: string; text: string } => {
  const name = TIER_NAME[tier];
  const day = end === null ? null : formatDay(end);
  if (!subscribed) return { title: 'No active plan', text: 'Select a subscription plan to access the dashboard' };
  if (isFreeAccess)
    return {
      title: 'Active: free access',
      text: end === null ? 'Your free access has no end date.' : `Your free access lasts through ${lastDay(end)}.`,
    };
  if (tier === 'pay_as_you_go')
    return { title: `Active: ${name}`, text: 'No monthly commitment. One credit lets you send one lead an estimate.' };
  if (day === null) return { title: `Active: ${name}`, text: 'Billed monthly.' };
  if (status?.cancelAtPeriodEnd)
    return {
      title: `${name}, ends on ${day}`,
      text: `You canceled this plan. You have full access through ${day}, and can resume the plan until then.`,
    };
  if (status?.pastDue) return { title: `${name}, payment failed`, text: `Update your card by ${day} to keep access.` };
  return { title: `Active: ${name}`, text: `Renews on ${day}.` };
};
