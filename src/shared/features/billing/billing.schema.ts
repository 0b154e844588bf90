import { z } from 'zod';
import { paragraph } from '../../primitives/text.ts';

export const subscriptionTierSchema = z.enum(['pay_as_you_go', 'starter', 'pro', 'free']);
export type SubscriptionTier = z.infer<typeof subscriptionTierSchema>;

export { QUOTES_PER_PERIOD } from './plan-limits.ts';

/** The company's subscription, for the dashboard (spec, section 3). `subscriptionEnd` is an ISO 8601 instant. */
export const subscriptionView = z.object({
  subscribed: z.boolean(),
  subscriptionTier: subscriptionTierSchema,
  subscriptionEnd: z.string().nullable(),
  quotesRemaining: z.number().int(),
  isFreeAccess: z.boolean(),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;

/** A plan card. `priceId` is null if no Stripe price is configured for the plan. The card's button is then disabled. */
export const planView = z.object({
  id: z.enum(['pay_as_you_go', 'starter', 'pro']),
  name: z.string(),
  priceCents: z.number().int(),
  priceId: z.string().nullable(),
  description: z.string(),
  features: z.array(z.string()),
});
export type PlanView = z.infer<typeof planView>;

export const createCheckoutInput = z.object({
  priceId: z.string().max(200),
  subscriptionType: z.enum(['subscription', 'pay_as_you_go']),
});
export type CreateCheckoutInput = z.infer<typeof createCheckoutInput>;

/** The old API's fields, which are still accepted (spec, section 7). `amount` (whole dollars) must match the price. */
export const createPaymentInput = z
  .object({
    amount: z.number().optional(),
    description: paragraph(500).optional(),
    quoteId: z.string().max(200).nullish(),
  })
  .default({});
export type CreatePaymentInput = z.infer<typeof createPaymentInput>;

/** The URL that the client opens in a new tab. */
export const urlView = z.object({ url: z.string() });
export type UrlView = z.infer<typeof urlView>;

export const checkoutStatusInput = z.object({
  sessionId: z.string().max(300).regex(/^\w+$/, 'This isn’t a checkout ID'),
});
/**
 * A checkout's status. 'confirming' means that the company hasn't paid yet or that Stripe hasn't reported the payment
 * yet.
 */
export const checkoutStatusView = z.object({
  state: z.enum(['confirming', 'active', 'failed', 'expired']),
  what: z.enum(['plan', 'credit']),
});
export type CheckoutStatusView = z.infer<typeof checkoutStatusView>;

/** The limits of the company's plan, in addition to `subscription.check`. Instants are ISO 8601. */
export const billingStatusView = z.object({
  /** Whether the user can open the dashboard. Always true for admins. */
  hasDashboard: z.boolean(),
  canSend: z.boolean(),
  /** Null if the company has no plan. */
  tier: subscriptionTierSchema.nullable(),
  creditsLeft: z.number().int(),
  /** Whether the last payment failed. If so, access ends at `subscriptionEnd` unless the company pays by then (S6). */
  pastDue: z.boolean(),
  cancelAtPeriodEnd: z.boolean(),
  /** Whether the company can open Stripe's billing portal (S4). */
  canManage: z.boolean(),
  features: z.object({ allMaterials: z.boolean(), branding: z.boolean(), analytics: z.boolean() }),
});
export type BillingStatusView = z.infer<typeof billingStatusView>;
