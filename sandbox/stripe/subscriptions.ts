import { DAY, SECOND } from '#shared/primitives/durations.ts';
import { notAllowed } from './errors.ts';
import { flagAt, type Form, listAt, metadataAt, textAt } from './form.ts';
import { type Invoice, newId, type Price, type Subscription, type SubscriptionItem } from './stripe-objects.ts';
import type { Owner, StripeWorld } from './stripe-world.ts';

interface Beginning {
  customer: string;
  prices: { price: Price; quantity: number }[];
  metadata: Record<string, string>;
}

/** Creates an active subscription with a paid first invoice. */
export function beginSubscription(world: StripeWorld, owner: Owner, given: Beginning): Subscription {
  const now = world.now();
  const base = world.base('subscription', 'sub', given.metadata);
  const data = given.prices.map(({ price, quantity }): SubscriptionItem => ({
    id: newId('si'),
    object: 'subscription_item',
    created: now,
    metadata: {},
    subscription: base.id,
    price,
    quantity,
    current_period_start: now,
    current_period_end: monthLater(now, price),
  }));
  const begun: Subscription = {
    ...base,
    status: 'active',
    customer: given.customer,
    currency: given.prices[0]?.price.currency ?? 'usd',
    collection_method: 'charge_automatically',
    billing_cycle_anchor: now,
    start_date: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    latest_invoice: null,
    items: { object: 'list', url: `/v1/subscription_items?subscription=${base.id}`, has_more: false, data },
  };
  const invoice = bill(world, owner, begun, 'subscription_create', true);
  const subscription = world.put<Subscription>(owner, { ...begun, latest_invoice: invoice.id });
  world.emit(owner, 'customer.subscription.created', subscription);
  world.emit(owner, 'invoice.paid', invoice);
  return subscription;
}

/** Starts the next period with a paid invoice. A subscription with `cancel_at_period_end` ends instead. */
export function renewSubscription(world: StripeWorld, id: string): Subscription {
  const { owner, subscription } = living(world, id);
  if (subscription.cancel_at_period_end) return endSubscription(world, id);
  const next = nextPeriod(subscription);
  const invoice = bill(world, owner, next, 'subscription_cycle', true);
  const renewed = world.put<Subscription>(owner, { ...next, status: 'active', latest_invoice: invoice.id });
  world.emit(owner, 'invoice.paid', invoice);
  world.emit(owner, 'customer.subscription.updated', renewed);
  return renewed;
}

/**
 * Makes the renewal payment fail. The subscription is then past due with an open invoice (S6). As with Stripe, the
 * period still advances.
 */
export function failRenewal(world: StripeWorld, id: string): Subscription {
  const { owner, subscription } = living(world, id);
  const next = nextPeriod(subscription);
  const invoice = bill(world, owner, next, 'subscription_cycle', false);
  const failed = world.put<Subscription>(owner, { ...next, status: 'past_due', latest_invoice: invoice.id });
  world.emit(owner, 'invoice.payment_failed', invoice);
  world.emit(owner, 'customer.subscription.updated', failed);
  return failed;
}

/** Cancels the subscription immediately. */
export function endSubscription(world: StripeWorld, id: string): Subscription {
  const { owner, subscription } = living(world, id);
  const now = world.now();
  const ended = world.put<Subscription>(owner, {
    ...subscription,
    status: 'canceled',
    canceled_at: now,
    ended_at: now,
  });
  world.emit(owner, 'customer.subscription.deleted', ended);
  return ended;
}

/** `POST /v1/subscriptions/:id`: changes the price, the cancellation at period end, or the metadata. */
export function updateSubscription(world: StripeWorld, id: string, form: Form): Subscription {
  const { owner, subscription } = living(world, id);
  const ends = flagAt(form, 'cancel_at_period_end') ?? subscription.cancel_at_period_end;
  const first = subscription.items.data[0];
  const price = textAt(listAt(form, 'items')[0] ?? {}, 'price');
  const data = subscription.items.data.map((item) =>
    item === first && price !== undefined ? { ...item, price: world.get('price', price, owner) } : item,
  );
  const updated = world.put<Subscription>(owner, {
    ...subscription,
    metadata: { ...subscription.metadata, ...metadataAt(form) },
    items: { ...subscription.items, data },
    cancel_at_period_end: ends,
    cancel_at: ends ? (first?.current_period_end ?? null) : null,
    canceled_at: ends ? (subscription.canceled_at ?? world.now()) : null,
  });
  world.emit(owner, 'customer.subscription.updated', updated);
  return updated;
}

function living(world: StripeWorld, id: string): { owner: Owner; subscription: Subscription } {
  const { owner, value } = world.whose('subscription', id);
  if (value.status === 'canceled') throw notAllowed(`Subscription ${id} is canceled and can no longer change.`);
  return { owner, subscription: value };
}

function nextPeriod(subscription: Subscription): Subscription {
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: monthLater(item.current_period_end, item.price),
  }));
  return { ...subscription, items: { ...subscription.items, data } };
}

/** Returns the same day in the next month or year. If that month is too short, returns its last day. */
function monthLater(seconds: number, price: Price): number {
  const from = new Date(seconds * SECOND);
  const months = (price.recurring?.interval === 'year' ? 12 : 1) * (price.recurring?.interval_count ?? 1);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to.getTime() / SECOND;
}

function bill(
  world: StripeWorld,
  owner: Owner,
  of: Subscription,
  reason: Invoice['billing_reason'],
  paid: boolean,
): Invoice {
  const amount = of.items.data.reduce((sum, item) => sum + item.price.unit_amount * item.quantity, 0);
  const period = of.items.data[0];
  return world.put<Invoice>(owner, {
    ...world.base('invoice', 'in'),
    status: paid ? 'paid' : 'open',
    customer: of.customer,
    currency: of.currency,
    billing_reason: reason,
    amount_due: amount,
    amount_paid: paid ? amount : 0,
    amount_remaining: paid ? 0 : amount,
    total: amount,
    attempted: true,
    attempt_count: 1,
    next_payment_attempt: paid ? null : world.now() + (3 * DAY) / SECOND,
    period_start: period?.current_period_start ?? world.now(),
    period_end: period?.current_period_end ?? world.now(),
    hosted_invoice_url: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: of.metadata, subscription: of.id },
    },
  });
}
