import { settleNamedPayment } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A dispute was won, lost or prevented (S16). */
export const chargeDisputeClosed: StripeEventHandler = settleNamedPayment;
