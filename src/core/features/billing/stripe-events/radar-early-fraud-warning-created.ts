import { settleNamedCharge } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A bank fears fraud: nothing is decided by that, but what the payment is now is read anew. */
export const radarEarlyFraudWarningCreated: StripeEventHandler = settleNamedCharge;
