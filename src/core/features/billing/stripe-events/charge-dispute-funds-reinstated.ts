import { settleNamedPayment } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** The bank gave a disputed payment back. */
export const chargeDisputeFundsReinstated: StripeEventHandler = settleNamedPayment;
