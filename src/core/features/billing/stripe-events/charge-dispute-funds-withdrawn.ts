import { settlePayment } from '../settle-payment.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** The bank took a disputed payment. */
export const chargeDisputeFundsWithdrawn: StripeEventHandler = (deps, event) =>
  settlePayment(deps, idAt(event, 'payment_intent'));
