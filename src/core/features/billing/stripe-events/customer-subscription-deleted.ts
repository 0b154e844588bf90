import { settleCustomer } from '../settle-customer.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A plan has ended. */
export const customerSubscriptionDeleted: StripeEventHandler = (deps, event) =>
  settleCustomer(deps, idAt(event, 'customer'));
