import { settlePayment } from '../settle-payment.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A refund was begun. */
export const refundCreated: StripeEventHandler = (deps, event) => settlePayment(deps, idAt(event, 'payment_intent'));
