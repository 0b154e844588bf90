import { settleNamedPayment } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** The bank took a disputed payment. */
export const chargeDisputeFundsWithdrawn: StripeEventHandler = settleNamedPayment;
