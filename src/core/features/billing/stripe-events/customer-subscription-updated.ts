import { settleCustomer } from '../settle-customer.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A plan was renewed, changed, cancelled for the end of its period, or is past due. */
export const customerSubscriptionUpdated: StripeEventHandler = (deps, event) =>
  settleCustomer(deps, idAt(event, 'customer'));
