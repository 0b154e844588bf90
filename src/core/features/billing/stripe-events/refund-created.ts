import { settleNamedPayment } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A refund was begun. */
export const refundCreated: StripeEventHandler = settleNamedPayment;
