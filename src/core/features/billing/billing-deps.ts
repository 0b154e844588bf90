import type { Transaction } from 'kysely';
import { AppError } from '#shared/primitives/app-error.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StripeClient } from '../../platform/stripe.ts';

/** What billing is handed; `stripe` is null where no key is configured. */
export interface BillingDeps extends Pick<Deps, 'config' | 'clock' | 'db' | 'bell' | 'logger'> {
  stripe: StripeClient | null;
}

/** A transaction that crosses tenants: what Stripe tells names no company of ours. */
export type BillingTx = Transaction<Database>;

/** Throws APP_ERROR where payments are not set up. */
export const requireStripe = ({ stripe }: Pick<BillingDeps, 'stripe'>): StripeClient => {
  if (stripe) return stripe;
  throw new AppError('Payments aren’t set up on this server yet');
};
