import { settleCustomer } from '../settle-customer.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A period was paid: it has begun, and quotes count anew. Its customer leads to the plan (S7). */
export const invoicePaid: StripeEventHandler = (deps, event) => settleCustomer(deps, idAt(event, 'customer'));
