import { settlePayment } from '../settle-payment.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A refund failed: the money, and the credit with it, stay with us and the contractor. */
export const refundFailed: StripeEventHandler = (deps, event) => settlePayment(deps, idAt(event, 'payment_intent'));
