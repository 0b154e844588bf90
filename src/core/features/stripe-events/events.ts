import { z } from 'zod';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { applyStripeCustomer } from '../billing/apply-stripe-plan.ts';
import * as ours from '../billing/apply-stripe-checkout.ts';
import { applyStripeSession } from '../billing/apply-stripe-checkout.ts';
import { applyStripeAccount } from '../payments/apply-stripe-account.ts';
import * as homeowner from '../payments/apply-stripe-payment.ts';

/**
 * A stored event, as passed to its handler. The handler uses only the ids in its body and reads the current state from
 * Stripe (S9).
 */
export interface StoredEvent {
  id: string;
  type: string;
  /** The connected account that the event is about, or null for the platform's own account. */
  account: string | null;
  object: Record<string, unknown>;
}

/** Handles an event and resolves to a note about the result. Must be safe to run twice, late or concurrently. */
export type StripeEventHandler = (deps: StripeDeps, event: StoredEvent) => Promise<string>;
type Handlers = Readonly<Record<string, StripeEventHandler>>;

const idSchema = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).catch('');

/**
 * Returns the id in a field of the event's object, or null if there's none. The field may contain the id itself or the
 * expanded object.
 */
const idAt = ({ object }: StoredEvent, field: string): string | null => idSchema.parse(object[field]) || null;

// Events on our own account are about a plan or credit. Events on a connected account are about a homeowner's payment
// (S10, S11).

/** Reads the event's checkout from Stripe again. */
const checkout: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'id');
  if (event.account === null) return applyStripeSession(deps, id ?? '');
  return homeowner.applyStripeCheckout(deps, { account: event.account, id });
};

/** Reads the refunded or disputed payment's checkout from Stripe again. */
const payment: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'payment_intent');
  if (event.account === null) return ours.applyStripePayment(deps, id);
  return homeowner.applyStripeIntent(deps, { account: event.account, id });
};

/** Reads the payment from Stripe again. The event contains only the charge's id. */
const charge: StripeEventHandler = (deps, event) => {
  const id = idAt(event, 'charge');
  if (event.account === null) return ours.applyStripeCharge(deps, id);
  return homeowner.applyStripeCharge(deps, { account: event.account, id });
};

/** Reads the customer's plan from Stripe again. */
const plan: StripeEventHandler = (deps, event) => applyStripeCustomer(deps, idAt(event, 'customer'));

/** Checks with Stripe whether a connected account can accept payments (S14). */
const account: StripeEventHandler = (deps, event) => applyStripeAccount(deps, event.account);

/** Logs a failed payout for support. Only the contractor can resolve it, with Stripe. */
const failedPayout: StripeEventHandler = ({ logger }, { id, account: of }) => {
  logger.warn({ event: id, account: of }, 'a payout failed');
  return Promise.resolve('a payout failed');
};

/** The events that both endpoints receive. They're about payments on any account. */
const PAYMENT_EVENTS: Handlers = {
  // The checkout is complete. A bank debit may still be processing, so only a paid purchase is granted (S3).
  'checkout.session.completed': checkout,
  // A bank debit cleared: the purchase is now granted (S3).
  'checkout.session.async_payment_succeeded': checkout,
  // A bank debit failed: nothing is granted (S3).
  'checkout.session.async_payment_failed': checkout,
  // The checkout expired: the next click creates a new one (S2).
  'checkout.session.expired': checkout,
  // The charge was fully or partly refunded.
  'charge.refunded': payment,
  'refund.created': payment,
  'refund.updated': payment,
  // The refund failed: the money and the credit are both kept.
  'refund.failed': payment,
  // A bank disputes a payment: the purchase is withdrawn until the dispute ends (S16).
  'charge.dispute.created': payment,
  'charge.dispute.updated': payment,
  // The dispute was won, lost or prevented (S16).
  'charge.dispute.closed': payment,
  // The bank withdrew the disputed money, or returned it.
  'charge.dispute.funds_withdrawn': payment,
  'charge.dispute.funds_reinstated': payment,
  // A fraud warning changes nothing by itself, but the payment is read from Stripe again.
  'radar.early_fraud_warning.created': charge,
};

/** The events of the platform endpoint (S5). Other types are stored but not processed. */
export const PLATFORM_EVENTS: Handlers = {
  ...PAYMENT_EVENTS,
  'customer.subscription.created': plan,
  // The plan was renewed, changed, canceled at the end of its period, or became past due.
  'customer.subscription.updated': plan,
  'customer.subscription.deleted': plan,
  // The plan is paused: no access until it's resumed (S6).
  'customer.subscription.paused': plan,
  'customer.subscription.resumed': plan,
  // A period was paid for and has begun: the plan's quotes are available again (S7).
  'invoice.paid': plan,
  // A renewal couldn't be charged: the plan is past due until it's paid (S6).
  'invoice.payment_failed': plan,
  // The bank requires the contractor to confirm a renewal payment: the plan is past due until then (S6).
  'invoice.payment_action_required': plan,
  // Stripe couldn't finalize a renewal's invoice: the plan is read from Stripe again.
  'invoice.finalization_failed': plan,
};

/** The events of the Connect endpoint, about connected accounts (S5, S10, S11). */
export const CONNECT_EVENTS: Handlers = {
  ...PAYMENT_EVENTS,
  // The account became able, or unable, to accept payments (S14).
  'account.updated': account,
  'capability.updated': account,
  // A contractor disconnected their Stripe account from us.
  'account.application.deauthorized': account,
  'payout.failed': failedPayout,
};
