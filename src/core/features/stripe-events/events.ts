import { z } from 'zod';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { applyStripeCustomer } from '../billing/apply-stripe-plan.ts';
import * as ours from '../billing/apply-stripe-checkout.ts';
import { applyStripeSession } from '../billing/apply-stripe-checkout.ts';
import { applyStripeAccount } from '../payments/apply-stripe-account.ts';
import * as homeowner from '../payments/apply-stripe-payment.ts';

/** A stored event for its handler. Only ids from its body are used: the state is read from Stripe again (S9). */
export interface StoredEvent {
  id: string;
  type: string;
  /** The connected account that it is about. Null for the platform's own. */
  account: string | null;
  object: Record<string, unknown>;
}

/** Updates what an event is about and returns the result. Safe to run twice, late, and concurrently. */
export type StripeEventHandler = (deps: StripeDeps, event: StoredEvent) => Promise<string>;
type Handlers = Readonly<Record<string, StripeEventHandler>>;

const idSchema = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).catch('');

/** The id in a field of the event's object, plain or expanded; null if there is none. */
const idAt = ({ object }: StoredEvent, field: string): string | null => idSchema.parse(object[field]) || null;

// events on our own account are about a plan or a credit, on a connected one about a homeowner's payment (S10, S11)

/** Applies the checkout that the event is about. */
const checkout: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'id');
  if (event.account === null) return applyStripeSession(deps, id ?? '');
  return homeowner.applyStripeCheckout(deps, { account: event.account, id });
};

/** Applies the checkout of the payment that was refunded or disputed. */
const payment: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'payment_intent');
  if (event.account === null) return ours.applyStripePayment(deps, id);
  return homeowner.applyStripeIntent(deps, { account: event.account, id });
};

/** The same if the event names only a charge. */
const charge: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'charge');
  if (event.account === null) return ours.applyStripeCharge(deps, id);
  return homeowner.applyStripeCharge(deps, { account: event.account, id });
};

/** Applies the plan of the customer named in the event. */
const plan: StripeEventHandler = (deps, event) => applyStripeCustomer(deps, idAt(event, 'customer'));

/** Reads again whether a connected account can charge (S14). */
const account: StripeEventHandler = (deps, event) => applyStripeAccount(deps, event.account);

/** Logs a failed payout for support. The contractor and Stripe resolve it. */
const failedPayout: StripeEventHandler = ({ logger }, { id, account: of }) => {
  logger.warn({ event: id, account: of }, 'a payout failed');
  return Promise.resolve('a payout failed');
};

/** Events of both endpoints: payments on any account. */
const PAYMENT_EVENTS: Handlers = {
  // The checkout is finished. It grants only what has been paid, because a bank debit may still be processing (S3).
  'checkout.session.completed': checkout,
  // a bank debit cleared: it now grants what was bought (S3)
  'checkout.session.async_payment_succeeded': checkout,
  // a bank debit failed: the checkout is void (S3)
  'checkout.session.async_payment_failed': checkout,
  // abandoned: the next click creates a new one (S2)
  'checkout.session.expired': checkout,
  // refunded, fully or partly
  'charge.refunded': payment,
  'refund.created': payment,
  'refund.updated': payment,
  // the refund failed: the money and the credit are both kept
  'refund.failed': payment,
  // a bank disputes a payment, and what it bought is withdrawn until the dispute ends (S16)
  'charge.dispute.created': payment,
  'charge.dispute.updated': payment,
  // won, lost or prevented (S16)
  'charge.dispute.closed': payment,
  // the bank took the payment, or returned it
  'charge.dispute.funds_withdrawn': payment,
  'charge.dispute.funds_reinstated': payment,
  // a fraud warning changes nothing by itself, but the payment is read again
  'radar.early_fraud_warning.created': charge,
};

/** The platform endpoint's events (S5). Other types are stored and change nothing. */
export const PLATFORM_EVENTS: Handlers = {
  ...PAYMENT_EVENTS,
  'customer.subscription.created': plan,
  // renewed, changed, canceled at the end of its period, or past due
  'customer.subscription.updated': plan,
  'customer.subscription.deleted': plan,
  // no access until it is resumed (S6)
  'customer.subscription.paused': plan,
  'customer.subscription.resumed': plan,
  // a period was paid: it has begun, and quotes reset (S7)
  'invoice.paid': plan,
  // a renewal couldn't be charged; the plan is past due until it is paid (S6)
  'invoice.payment_failed': plan,
  // the bank requires the contractor to confirm a renewal; the plan is past due until then (S6)
  'invoice.payment_action_required': plan,
  // Stripe couldn't create a renewal's invoice; the plan is read again
  'invoice.finalization_failed': plan,
};

/** The Connect endpoint's events about connected accounts (S5, S10, S11). */
export const CONNECT_EVENTS: Handlers = {
  ...PAYMENT_EVENTS,
  // it can, or can no longer, charge (S14)
  'account.updated': account,
  'capability.updated': account,
  // a contractor disconnected us from their account at Stripe
  'account.application.deauthorized': account,
  'payout.failed': failedPayout,
};
