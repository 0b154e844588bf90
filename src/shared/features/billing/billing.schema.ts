import { z } from 'zod';

export const subscriptionTierSchema = z.enum(['pay_as_you_go', 'starter', 'pro', 'free']);
export type SubscriptionTier = z.infer<typeof subscriptionTierSchema>;

/** Quotes in a billing period (decisions.md, plans and quota). Pay-as-you-go spends credits instead. */
export const QUOTES_PER_PERIOD = { starter: 50, pro: 500, free: 500 } as const;

/** The subscription as the dashboard needs it (spec, section 3). `subscriptionEnd` is an ISO 8601 instant. */
export const subscriptionView = z.object({
  subscribed: z.boolean(),
  subscriptionTier: subscriptionTierSchema,
  subscriptionEnd: z.string().nullable(),
  quotesRemaining: z.number().int(),
  isFreeAccess: z.boolean(),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;
