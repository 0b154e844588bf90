import type { Transaction } from 'kysely';
import { AppError } from '#shared/primitives/app-error.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StripeClient } from '../../platform/stripe.ts';

/** Billing's dependencies. `stripe` is null if no key is configured. */
export interface BillingDeps extends Pick<Deps, 'config' | 'clock' | 'db' | 'wakeUps' | 'logger'> {
  stripe: StripeClient | null;
}

/** A transaction that covers all tenants, because Stripe's events don't name our companies. */
export type BillingTx = Transaction<Database>;

/** Returns the Stripe client. Throws APP_ERROR if payments aren't configured. */
export const requireStripe = ({ stripe }: Pick<BillingDeps, 'stripe'>): StripeClient => {
  if (stripe) return stripe;
  throw new AppError('Payments aren’t set up on this server yet');
};
