import { settlePayment } from '../settle-payment.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A payment was given back, wholly or in part. */
export const chargeRefunded: StripeEventHandler = (deps, event) => settlePayment(deps, idAt(event, 'payment_intent'));
