import { settleCustomer } from '../settle-customer.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** The bank wants the contractor to confirm a renewal: past due until he does (S6). */
export const invoicePaymentActionRequired: StripeEventHandler = (deps, event) =>
  settleCustomer(deps, idAt(event, 'customer'));
