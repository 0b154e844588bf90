import { settleNamedCheckout } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A bank debit has arrived: now the checkout grants what was bought (S3). */
export const checkoutSessionAsyncPaymentSucceeded: StripeEventHandler = settleNamedCheckout;
