import type { StripeDeps } from '#core/features/billing/apply-stripe-truth.ts';
import { loadOnce } from '#core/platform/load-once.ts';
import type { StripeClient } from '#core/platform/stripe.ts';

/** What the worker's jobs of billing are handed; each takes Stripe's client when it runs. */
export interface BillingWork extends Omit<StripeDeps, 'stripe'> {
  /** Null where no key is configured. */
  stripe: () => Promise<StripeClient | null>;
}

/** Opens Stripe's client once, with the first job that needs it: a worker that sends only is 6 MB smaller. */
export const openStripeOnce = (config: StripeDeps['config']): BillingWork['stripe'] =>
  loadOnce(() => import('#core/platform/stripe-client.ts').then((client) => client.createStripe(config)));

export const withStripe = async (work: BillingWork): Promise<StripeDeps> => ({ ...work, stripe: await work.stripe() });
