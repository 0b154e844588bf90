import { settleCustomer } from '../settle-customer.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A paused plan goes on. */
export const customerSubscriptionResumed: StripeEventHandler = (deps, event) =>
  settleCustomer(deps, idAt(event, 'customer'));
