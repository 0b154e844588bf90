import { settlePayment } from '../settle-payment.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** The bank gave a disputed payment back. */
export const chargeDisputeFundsReinstated: StripeEventHandler = (deps, event) =>
  settlePayment(deps, idAt(event, 'payment_intent'));
