import * as homeowner from '../../payments/settle-estimate-payment.ts';
import { settleCharge, settlePayment } from '../settle-payment.ts';
import { settleSession } from '../settle-session.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

// what an event names is on our own account a plan or a credit, on a connected one a homeowner's payment (S10, S11)

/** Settles the checkout that the event is about. */
export const settleNamedCheckout: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'id');
  if (event.account === null) return settleSession(deps, id ?? '');
  return homeowner.settleCheckout(deps, { account: event.account, id });
};

/** Settles the checkout behind the payment that the event's refund or dispute is of. */
export const settleNamedPayment: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'payment_intent');
  if (event.account === null) return settlePayment(deps, id);
  return homeowner.settleIntent(deps, { account: event.account, id });
};

/** The same where the event names a charge only. */
export const settleNamedCharge: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'charge');
  if (event.account === null) return settleCharge(deps, id);
  return homeowner.settleCharge(deps, { account: event.account, id });
};
