import { notAllowed } from './errors.ts';
import type { Charge, CheckoutSession, Dispute, PaymentIntent, PaymentMethod, Refund } from './stripe-objects.ts';
import type { Owner, StripeWorld } from './stripe-world.ts';
import { type PaymentInput, shown } from './session-plan.ts';

/** Creates a payment by card (immediate) or by bank debit (`unpaid`). A bank debit is processing until it settles. */
export function pay(world: StripeWorld, owner: Owner, input: PaymentInput, how: 'paid' | 'unpaid'): PaymentIntent {
  const { amount, currency, customer, fee, description, metadata } = input;
  const intent = world.put<PaymentIntent>(owner, {
    ...world.base('payment_intent', 'pi', metadata),
    status: 'processing',
    amount,
    amount_received: 0,
    application_fee_amount: fee,
    currency,
    customer,
    description,
    latest_charge: null,
    last_payment_error: null,
  });
  if (how === 'paid') return succeed(world, owner, intent, 'card');
  world.emit(owner, 'payment_intent.processing', intent);
  return intent;
}

function succeed(world: StripeWorld, owner: Owner, intent: PaymentIntent, type: PaymentMethod): PaymentIntent {
  const { amount, currency, customer, description, metadata, application_fee_amount } = intent;
  const charge = world.put<Charge>(owner, {
    ...world.base('charge', 'ch', metadata),
    status: 'succeeded',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application_fee_amount,
    currency,
    customer,
    description,
    captured: true,
    disputed: false,
    paid: true,
    refunded: false,
    payment_intent: intent.id,
    payment_method_details: { type },
    receipt_url: null,
  });
  const done = world.put<PaymentIntent>(owner, {
    ...intent,
    status: 'succeeded',
    amount_received: amount,
    latest_charge: charge.id,
  });
  world.emit(owner, 'charge.succeeded', charge);
  world.emit(owner, 'payment_intent.succeeded', done);
  return done;
}

const BOUNCED = {
  type: 'card_error',
  code: 'payment_method_bank_account_declined',
  message: 'The bank account has insufficient funds to complete the payment.',
} as const;

/**
 * Acts as the bank: confirms or rejects a debit. The session's async event is sent after the payment intent's event
 * (S3).
 */
export function settle(world: StripeWorld, id: string, outcome: 'succeeded' | 'failed'): PaymentIntent {
  const { owner, intent } = paymentOf(world, id);
  if (intent.status !== 'processing')
    throw notAllowed(`Payment ${intent.id} is ${intent.status}, so there is nothing to settle.`);
  const session = sessionOf(world, owner, intent.id);
  const done =
    outcome === 'succeeded'
      ? succeed(world, owner, intent, 'us_bank_account')
      : world.put<PaymentIntent>(owner, { ...intent, status: 'requires_payment_method', last_payment_error: BOUNCED });
  if (outcome === 'failed') world.emit(owner, 'payment_intent.payment_failed', done);
  if (session === undefined) return done;
  const after = world.put<CheckoutSession>(owner, {
    ...session,
    payment_status: outcome === 'succeeded' ? 'paid' : 'unpaid',
  });
  world.emit(owner, `checkout.session.async_payment_${outcome}`, shown(after));
  return done;
}

/** Refunds `cents`. Default: the whole remaining amount. */
export function refund(
  world: StripeWorld,
  owner: Owner,
  charge: Charge,
  given: { cents?: number | undefined; reason?: Refund['reason']; metadata?: Record<string, string> },
): Refund {
  const left = charge.amount - charge.amount_refunded;
  const amount = given.cents ?? left;
  if (left === 0) throw notAllowed(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (amount < 1 || amount > left)
    throw notAllowed(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount_too_large',
    );
  const made = world.put<Refund>(owner, {
    ...world.base('refund', 're', given.metadata),
    status: 'succeeded',
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: given.reason ?? null,
  });
  const refunded = charge.amount_refunded + amount;
  const after = world.put<Charge>(owner, {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  });
  world.emit(owner, 'refund.created', made);
  world.emit(owner, 'charge.refunded', after);
  return made;
}

/** Opens a dispute, or closes an open one as won or lost (S16). */
export function dispute(world: StripeWorld, id: string, outcome: 'won' | 'lost' | undefined): Dispute {
  const { owner, intent } = paymentOf(world, id);
  const charge = chargeOf(world, owner, intent);
  const open = world.list('dispute', owner).find((one) => one.charge === charge.id && one.status === 'needs_response');
  if (open !== undefined) {
    const closed = world.put<Dispute>(owner, { ...open, status: outcome ?? 'lost' });
    world.emit(owner, 'charge.dispute.closed', closed);
    if (closed.status === 'won') world.emit(owner, 'charge.dispute.funds_reinstated', closed);
    return closed;
  }
  const { amount, currency } = charge;
  const made = world.put<Dispute>(owner, {
    ...world.base('dispute', 'du'),
    status: 'needs_response',
    amount,
    currency,
    charge: charge.id,
    payment_intent: intent.id,
    reason: 'general',
    is_charge_refundable: false,
  });
  world.put<Charge>(owner, { ...charge, disputed: true });
  world.emit(owner, 'charge.dispute.created', made);
  world.emit(owner, 'charge.dispute.funds_withdrawn', made);
  return made;
}

/** A payment as `GET /api/payments` lists it. `account` is null for the platform's own payments. */
export interface ListedPayment {
  id: string;
  sessionId: string | null;
  account: string | null;
  amountCents: number;
  /** Stripe's status, or `refunded`, `partially_refunded` or `disputed`. */
  status: PaymentIntent['status'] | 'refunded' | 'partially_refunded' | 'disputed';
}

/** Lists all payments of the platform and the connected accounts, oldest first. */
export const listPayments = (world: StripeWorld): ListedPayment[] => {
  const sessions = new Map(world.everywhere('checkout.session').map(({ value }) => [value.payment_intent, value.id]));
  return world
    .everywhere('payment_intent')
    .toReversed()
    .map(({ owner, value }) => ({
      id: value.id,
      sessionId: sessions.get(value.id) ?? null,
      account: owner,
      amountCents: value.amount,
      status: statusOf(world, owner, value),
    }));
};

function statusOf(world: StripeWorld, owner: Owner, intent: PaymentIntent): ListedPayment['status'] {
  const charge = intent.latest_charge === null ? undefined : world.find('charge', intent.latest_charge, owner);
  if (charge?.disputed === true) return 'disputed';
  if (charge?.refunded === true) return 'refunded';
  return (charge?.amount_refunded ?? 0) > 0 ? 'partially_refunded' : intent.status;
}

/** Finds a payment by its payment intent, charge or checkout session id. */
export function paymentOf(world: StripeWorld, id: string): { owner: Owner; intent: PaymentIntent } {
  const session = id.startsWith('cs_') ? world.whose('checkout.session', id).value : undefined;
  const charge = id.startsWith('ch_') ? world.whose('charge', id).value : undefined;
  const { owner, value } = world.whose('payment_intent', session?.payment_intent ?? charge?.payment_intent ?? id);
  return { owner, intent: value };
}

export function chargeOf(world: StripeWorld, owner: Owner, intent: PaymentIntent): Charge {
  if (intent.latest_charge === null) throw notAllowed(`Payment ${intent.id} is ${intent.status}: nothing was charged.`);
  return world.get('charge', intent.latest_charge, owner);
}

const sessionOf = (world: StripeWorld, owner: Owner, intent: string): CheckoutSession | undefined =>
  world.list('checkout.session', owner).find((session) => session.payment_intent === intent);
