import { settleCustomer } from '../settle-customer.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A renewal could not be charged: past due until it is (S6). */
export const invoicePaymentFailed: StripeEventHandler = (deps, event) => settleCustomer(deps, idAt(event, 'customer'));
