import { settleCustomer } from '../settle-customer.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** Stripe could not make a renewal's invoice; what that did to the plan is read anew. */
export const invoiceFinalizationFailed: StripeEventHandler = (deps, event) =>
  settleCustomer(deps, idAt(event, 'customer'));
