import { settlePayment } from '../settle-payment.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A dispute got on. */
export const chargeDisputeUpdated: StripeEventHandler = (deps, event) =>
  settlePayment(deps, idAt(event, 'payment_intent'));
