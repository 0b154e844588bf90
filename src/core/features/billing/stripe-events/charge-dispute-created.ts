import { settleNamedPayment } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A bank disputes a payment: what it bought is taken back while that lasts (S16). */
export const chargeDisputeCreated: StripeEventHandler = settleNamedPayment;
