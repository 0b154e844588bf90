import { settleNamedCheckout } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A bank debit was refused: the checkout comes to nothing (S3). */
export const checkoutSessionAsyncPaymentFailed: StripeEventHandler = settleNamedCheckout;
