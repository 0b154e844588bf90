import { settlePayment } from '../settle-payment.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A bank disputes a payment: what it bought is taken back while that lasts (S16). */
export const chargeDisputeCreated: StripeEventHandler = (deps, event) =>
  settlePayment(deps, idAt(event, 'payment_intent'));
