import { settleCustomer } from '../settle-customer.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A plan was begun. */
export const customerSubscriptionCreated: StripeEventHandler = (deps, event) =>
  settleCustomer(deps, idAt(event, 'customer'));
