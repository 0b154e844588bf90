import type Stripe from 'stripe';
import type { PaymentStatus } from '#shared/features/payments/payment-status.rules.ts';
import { idOf, instantOf, type StripeClient } from '../../platform/stripe.ts';

export interface PaymentTruth {
  status: PaymentStatus;
  intentId: string | null;
  amountCents: number;
  refundedCents: number;
  method: string | null;
  receiptUrl: string | null;
  reason: string | null;
  /** Null if nothing has been paid. */
  paidAt: Date | null;
}

/** Dispute statuses in which the company kept its money or got it back (S16). */
const HARMLESS: readonly string[] = [
  'won',
  'prevented',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
];

/** Reads a checkout with its charge, refunds and disputes, all on that account. */
export async function readPaymentTruth(
  stripe: StripeClient,
  { sessionId, account }: { sessionId: string; account: string },
): Promise<PaymentTruth> {
  const as = { stripeAccount: account };
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }, as);
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const disputes =
    charge?.disputed === true ? (await stripe.disputes.list({ charge: charge.id, limit: 100 }, as)).data : [];
  return truthOf({ session, intent, charge, disputes });
}

export interface AtStripe {
  session: Pick<Stripe.Checkout.Session, 'status' | 'payment_status' | 'amount_total' | 'payment_intent'>;
  intent: Pick<Stripe.PaymentIntent, 'status' | 'last_payment_error'> | null;
  charge: Pick<
    Stripe.Charge,
    'amount' | 'amount_refunded' | 'created' | 'payment_method_details' | 'receipt_url'
  > | null;
  disputes: Pick<Stripe.Dispute, 'status' | 'reason'>[];
}

/**
 * Computes a payment's state from Stripe's data. The status is 'succeeded' only after the money was received (S3). If
 * the payment was refunded, or if it has an open or lost dispute, the status isn't 'succeeded' (S16).
 */
export const truthOf = ({ session, intent, charge, disputes }: AtStripe): PaymentTruth => {
  const base = {
    intentId: idOf(session.payment_intent),
    amountCents: session.amount_total ?? 0,
    refundedCents: 0,
    method: charge?.payment_method_details?.type ?? null,
    receiptUrl: charge?.receipt_url ?? null,
    reason: null,
    paidAt: null,
  };
  if (session.status === 'expired') return { ...base, status: 'expired' };
  if (session.status !== 'complete') return { ...base, status: 'open' };
  if (session.payment_status === 'unpaid' || !charge) return { ...base, ...unpaid(intent) };
  const against = disputes.find(({ status }) => !HARMLESS.includes(status));
  return {
    ...base,
    status: against
      ? against.status === 'lost'
        ? 'dispute_lost'
        : 'disputed'
      : refundStatus(charge.amount, charge.amount_refunded),
    refundedCents: charge.amount_refunded,
    reason: against?.reason ?? null,
    paidAt: instantOf(charge.created),
  };
};

const unpaid = (intent: AtStripe['intent']): Pick<PaymentTruth, 'status' | 'reason'> =>
  intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
    ? { status: 'failed', reason: intent.last_payment_error?.message ?? null }
    : { status: 'processing', reason: null };

const refundStatus = (amount: number, refunded: number): PaymentStatus =>
  refunded === 0 ? 'succeeded' : refunded >= amount ? 'refunded' : 'partially_refunded';
