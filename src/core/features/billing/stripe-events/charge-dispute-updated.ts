import { settleNamedPayment } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A dispute got on. */
export const chargeDisputeUpdated: StripeEventHandler = settleNamedPayment;
