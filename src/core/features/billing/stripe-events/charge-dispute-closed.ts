import { settlePayment } from '../settle-payment.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A dispute was won, lost or prevented (S16). */
export const chargeDisputeClosed: StripeEventHandler = (deps, event) =>
  settlePayment(deps, idAt(event, 'payment_intent'));
