import { settlePayment } from '../settle-payment.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A refund got on. */
export const refundUpdated: StripeEventHandler = (deps, event) => settlePayment(deps, idAt(event, 'payment_intent'));
