import { settleNamedPayment } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A refund failed: the money, and the credit with it, stay with us and the contractor. */
export const refundFailed: StripeEventHandler = settleNamedPayment;
