import { settleNamedPayment } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A payment was given back, wholly or in part. */
export const chargeRefunded: StripeEventHandler = settleNamedPayment;
