import { z } from 'zod';

export const subscriptionTierSchema = z.enum(['pay_as_you_go', 'starter', 'pro', 'free']);
export type SubscriptionTier = z.infer<typeof subscriptionTierSchema>;

export { QUOTES_PER_PERIOD } from './quotes.ts';

/** The subscription as the dashboard needs it (spec, section 3). `subscriptionEnd` is an ISO 8601 instant. */
export const subscriptionView = z.object({
  subscribed: z.boolean(),
  subscriptionTier: subscriptionTierSchema,
  subscriptionEnd: z.string().nullable(),
  quotesRemaining: z.number().int(),
  isFreeAccess: z.boolean(),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;
