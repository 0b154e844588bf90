import { settleNamedCheckout } from './settle-named.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A checkout was abandoned: the next click begins a new one (S2). */
export const checkoutSessionExpired: StripeEventHandler = settleNamedCheckout;
