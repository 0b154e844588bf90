import { settleNamedCheckout } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A checkout was finished. It grants only what is paid: a bank debit may still be on its way (S3). */
export const checkoutSessionCompleted: StripeEventHandler = settleNamedCheckout;
