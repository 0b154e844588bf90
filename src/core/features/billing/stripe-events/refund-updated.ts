import { settleNamedPayment } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A refund got on. */
export const refundUpdated: StripeEventHandler = settleNamedPayment;
