import { z } from 'zod';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { applyStripeCustomer } from '../billing/apply-stripe-plan.ts';
import * as ours from '../billing/apply-stripe-checkout.ts';
import { applyStripeSession } from '../billing/apply-stripe-checkout.ts';
import { applyStripeAccount } from '../payments/apply-stripe-account.ts';
import * as homeowner from '../payments/apply-stripe-payment.ts';

/** A stored event, as its handler sees it. Of its body only ids are used: the truth is read from Stripe anew (S9). */
export interface StoredEvent {
  id: string;
  type: string;
  /** The connected account that it is about; null: the platform's own. */
  account: string | null;
  object: Record<string, unknown>;
}

/** Applies what an event is about and says what came of it. Safe to run twice, late, and beside itself. */
export type StripeEventHandler = (deps: StripeDeps, event: StoredEvent) => Promise<string>;
type Handlers = Readonly<Record<string, StripeEventHandler>>;

const idSchema = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).catch('');

/** The id that a field of the event's object holds, plain or expanded; null where it holds none. */
const idAt = ({ object }: StoredEvent, field: string): string | null => idSchema.parse(object[field]) || null;

// what an event names is on our own account a plan or a credit, on a connected one a homeowner's payment (S10, S11)

/** Applies the checkout that the event is about. */
const checkout: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'id');
  if (event.account === null) return applyStripeSession(deps, id ?? '');
  return homeowner.applyStripeCheckout(deps, { account: event.account, id });
};

/** Applies the checkout behind the payment that the event's refund or dispute is of. */
const payment: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'payment_intent');
  if (event.account === null) return ours.applyStripePayment(deps, id);
  return homeowner.applyStripeIntent(deps, { account: event.account, id });
};

/** The same where the event names a charge only. */
const charge: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'charge');
  if (event.account === null) return ours.applyStripeCharge(deps, id);
  return homeowner.applyStripeCharge(deps, { account: event.account, id });
};

/** Applies the plan of the customer whom the event names. */
const plan: StripeEventHandler = (deps, event) => applyStripeCustomer(deps, idAt(event, 'customer'));

/** Reads anew whether a connected account may charge (S14). */
const account: StripeEventHandler = (deps, event) => applyStripeAccount(deps, event.account);

/** That is between a contractor and Stripe: recorded, so that support can see it. */
const failedPayout: StripeEventHandler = ({ logger }, { id, account: of }) => {
  logger.warn({ event: id, account: of }, 'a payout failed');
  return Promise.resolve('a payout failed');
};

/** What both endpoints hear of: payments, whoever's. */
const PAYMENT_EVENTS: Handlers = {
  // finished; it grants only what is paid, for a bank debit may still be on its way (S3)
  'checkout.session.completed': checkout,
  // a bank debit has arrived: now it grants what was bought (S3)
  'checkout.session.async_payment_succeeded': checkout,
  // a bank debit was refused: the checkout comes to nothing (S3)
  'checkout.session.async_payment_failed': checkout,
  // abandoned: the next click begins a new one (S2)
  'checkout.session.expired': checkout,
  // given back, wholly or in part
  'charge.refunded': payment,
  'refund.created': payment,
  'refund.updated': payment,
  // the money, and the credit with it, stay with us and the contractor
  'refund.failed': payment,
  // a bank disputes a payment: what it bought is taken back while that lasts (S16)
  'charge.dispute.created': payment,
  'charge.dispute.updated': payment,
  // won, lost or prevented (S16)
  'charge.dispute.closed': payment,
  // the bank took the payment, or gave it back
  'charge.dispute.funds_withdrawn': payment,
  'charge.dispute.funds_reinstated': payment,
  // a bank fears fraud: nothing is decided by that, but what the payment is now is read anew
  'radar.early_fraud_warning.created': charge,
};

/** What the platform's own endpoint hears of (S5). A type that is not here is kept and changes nothing. */
export const PLATFORM_EVENTS: Handlers = {
  ...PAYMENT_EVENTS,
  'customer.subscription.created': plan,
  // renewed, changed, cancelled for the end of its period, or past due
  'customer.subscription.updated': plan,
  'customer.subscription.deleted': plan,
  // no access until it is resumed (S6)
  'customer.subscription.paused': plan,
  'customer.subscription.resumed': plan,
  // a period was paid: it has begun, and quotes count anew (S7)
  'invoice.paid': plan,
  // a renewal could not be charged: past due until it is (S6)
  'invoice.payment_failed': plan,
  // the bank wants the contractor to confirm a renewal: past due until he does (S6)
  'invoice.payment_action_required': plan,
  // Stripe could not make a renewal's invoice; what that did to the plan is read anew
  'invoice.finalization_failed': plan,
};

/** What the Connect endpoint hears of connected accounts (S5, S10, S11). */
export const CONNECT_EVENTS: Handlers = {
  ...PAYMENT_EVENTS,
  // it may, or may no longer, charge (S14)
  'account.updated': account,
  'capability.updated': account,
  // a contractor took us off his account at Stripe: it is no longer connected
  'account.application.deauthorized': account,
  'payout.failed': failedPayout,
};
