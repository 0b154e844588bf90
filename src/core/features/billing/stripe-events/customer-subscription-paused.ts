import { settleCustomer } from '../settle-customer.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A plan is paused: no access until it is resumed (S6). */
export const customerSubscriptionPaused: StripeEventHandler = (deps, event) =>
  settleCustomer(deps, idAt(event, 'customer'));
