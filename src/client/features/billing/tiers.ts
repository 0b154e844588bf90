import type { SubscriptionTier } from '#shared/features/billing/billing.schema.ts';

/** The display names of the tiers. */
export const TIER_NAME: Record<SubscriptionTier, string> = {
  pay_as_you_go: 'Pay as You Go',
  starter: 'Starter',
  pro: 'Pro',
  free: 'Free access',
};
