import type { SubscriptionTier } from '../billing/billing.schema.ts';

const PER_DAY: Record<SubscriptionTier, number> = { starter: 200, pro: 1_000, free: 1_000, pay_as_you_go: 1_000 };
const WITHOUT_PLAN = 20;

/** How many people a company on this plan may write to for the first time in a day (contract.md, 'Held leads'). */
export const recipientsPerDay = (tier: SubscriptionTier | null): number =>
  tier === null ? WITHOUT_PLAN : PER_DAY[tier];
