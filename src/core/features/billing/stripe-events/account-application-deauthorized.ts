import { settleAccount } from '../../payments/settle-account.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A contractor took us off his account at Stripe: it is no longer connected. */
export const accountApplicationDeauthorized: StripeEventHandler = (deps, event) => settleAccount(deps, event.account);
