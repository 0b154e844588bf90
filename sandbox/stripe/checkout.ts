import { HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { notAllowed, missing, StripeProblem } from './errors.ts';
import { flagAt, type Form, formAt, listAt, metadataAt, textAt, wholeAt } from './form.ts';
import { createCustomer } from './customers.ts';
import { pay } from './payments.ts';
import { type SessionPlan, shown } from './session-plan.ts';
import type { CheckoutSession, LineItem, Price } from './stripe-objects.ts';
import { newId } from './stripe-objects.ts';
import type { Owner, StripeWorld } from './stripe-world.ts';
import { beginSubscription } from './subscriptions.ts';

const SHORTEST_S = (30 * MINUTE) / SECOND;
const LONGEST_S = (24 * HOUR) / SECOND;
/** Tolerance for the limits above, because a request for exactly 30 minutes can arrive slightly late. */
const SLACK_S = 60;

/** `POST /v1/checkout/sessions`. Supports only hosted pages in the `payment` and `subscription` modes. */
export function createSession(world: StripeWorld, owner: Owner, form: Form): CheckoutSession {
  const mode = textAt(form, 'mode');
  if (mode === undefined) throw missing('mode');
  if (mode !== 'payment' && mode !== 'subscription')
    throw notAllowed(`Invalid mode: must be payment or subscription, not ${mode}`);
  refuseRemoved(form);
  requireCharges(world, owner);
  const success = textAt(form, 'success_url');
  if (success === undefined) throw missing('success_url');
  const items = listAt(form, 'line_items').map((item, index) => lineItem(world, owner, item, `line_items[${index}]`));
  if (items.length === 0) throw missing('line_items');
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  const intent = formAt(form, 'payment_intent_data');
  const customer = textAt(form, 'customer') ?? null;
  if (customer !== null) world.get('customer', customer, owner);
  const base = world.base('checkout.session', 'cs_test', metadataAt(form));
  const session: SessionPlan = {
    ...base,
    mode,
    ui_mode: 'hosted_page',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: total,
    amount_total: total,
    currency: items[0]?.currency ?? 'usd',
    customer,
    customer_email: textAt(form, 'customer_email') ?? null,
    customer_details: null,
    client_reference_id: textAt(form, 'client_reference_id') ?? null,
    payment_intent: null,
    subscription: null,
    invoice: null,
    success_url: success.replaceAll('{CHECKOUT_SESSION_ID}', base.id),
    cancel_url: textAt(form, 'cancel_url') ?? null,
    expires_at: expiry(world, form),
    url: `${world.url}/checkout/${base.id}`,
    line_items_kept: items,
    payment: {
      fee: feeOf(intent, owner, total),
      metadata: metadataAt(intent),
      description: textAt(intent, 'description') ?? null,
    },
    subscription_metadata: metadataAt(formAt(form, 'subscription_data')),
  };
  return world.put<SessionPlan>(owner, session);
}

/** Completes the homeowner's or contractor's payment. `unpaid` is a bank debit that settles later (S3). */
export function completeSession(world: StripeWorld, id: string, how: 'paid' | 'unpaid' = 'paid'): CheckoutSession {
  const { owner, session } = openSession(world, id);
  const email = session.customer_email ?? 'customer@example.test';
  const buyer =
    session.customer ?? (session.mode === 'subscription' ? createCustomer(world, owner, { email }).id : null);
  const done: SessionPlan = {
    ...session,
    status: 'complete',
    payment_status: how,
    customer: buyer,
    customer_details: { email, name: null },
    url: null,
  };
  if (session.mode === 'subscription') {
    const prices = session.line_items_kept.map(({ price, quantity }) => ({ price, quantity }));
    const begun = beginSubscription(world, owner, {
      customer: buyer ?? '',
      prices,
      metadata: session.subscription_metadata,
    });
    Object.assign(done, { subscription: begun.id, invoice: begun.latest_invoice });
  } else {
    const { amount_total: amount, currency } = session;
    done.payment_intent = pay(world, owner, { ...session.payment, amount, currency, customer: buyer }, how).id;
  }
  world.put(owner, done);
  world.emit(owner, 'checkout.session.completed', shown(done));
  return shown(done);
}

/** Expires a session, for example after the buyer abandoned the page. */
export function expireSession(world: StripeWorld, id: string): CheckoutSession {
  const { owner, session } = openSession(world, id, true);
  const done: SessionPlan = world.put(owner, { ...session, status: 'expired', url: null });
  world.emit(owner, 'checkout.session.expired', shown(done));
  return shown(done);
}

/** Returns a session. If it's past its expiration time, expires it first. */
export function readSession(world: StripeWorld, id: string): { owner: Owner; session: SessionPlan } {
  const { owner, value } = world.whose('checkout.session', id);
  if (value.status === 'open' && value.expires_at <= world.now()) expireSession(world, id);
  return { owner, session: world.get('checkout.session', id, owner) as SessionPlan };
}

function openSession(world: StripeWorld, id: string, expiring = false): { owner: Owner; session: SessionPlan } {
  const found = expiring ? world.whose('checkout.session', id) : undefined;
  const { owner, session } = found
    ? { owner: found.owner, session: found.value as SessionPlan }
    : readSession(world, id);
  if (session.status === 'open') return { owner, session };
  throw notAllowed(
    `Only Checkout Sessions with a status in ["open"] can be changed. Session ${id} is ${session.status}.`,
  );
}

function refuseRemoved(form: Form): void {
  if (form['payment_method_types'] !== undefined)
    throw new StripeProblem('Received unknown parameter: payment_method_types', {
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
  const ui = textAt(form, 'ui_mode') ?? 'hosted_page';
  if (ui !== 'hosted_page')
    throw new StripeProblem(`Invalid ui_mode: the sandbox has only hosted_page, not ${ui}`, { param: 'ui_mode' });
}

/** Throws if the connected account can't charge. In that case, Stripe doesn't create a checkout (S14). */
function requireCharges(world: StripeWorld, owner: Owner): void {
  if (owner === null || world.get('account', owner, null).charges_enabled) return;
  throw new StripeProblem(
    'Your account cannot currently make live charges. Complete its onboarding to enable charges.',
    { code: 'account_invalid_charges' },
  );
}

function expiry(world: StripeWorld, form: Form): number {
  const given = wholeAt(form, 'expires_at');
  if (given === undefined) return world.now() + LONGEST_S;
  const ahead = given - world.now();
  if (ahead < SHORTEST_S - SLACK_S || ahead > LONGEST_S + SLACK_S)
    throw new StripeProblem(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  return given;
}

/**
 * Returns the platform's share of a direct charge, from 0 to the full amount (S12). Only direct charges to a connected
 * account have one.
 */
function feeOf(intent: Form, owner: Owner, total: number): number | null {
  const fee = wholeAt(intent, 'application_fee_amount');
  if (fee === undefined) return null;
  const param = 'payment_intent_data[application_fee_amount]';
  if (owner === null)
    throw new StripeProblem(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param },
    );
  if (fee < 0 || fee > total)
    throw new StripeProblem('Invalid application_fee_amount: must be from 0 to the amount', { param });
  return fee;
}

function lineItem(world: StripeWorld, owner: Owner, item: Form, param: string): LineItem {
  const quantity = wholeAt(item, 'quantity') ?? 1;
  const known = textAt(item, 'price');
  const price =
    known === undefined ? inlinePrice(world, formAt(item, 'price_data'), param) : world.get('price', known, owner);
  const amount = price.unit_amount * quantity;
  const data = formAt(formAt(item, 'price_data'), 'product_data');
  const description = textAt(data, 'name') ?? world.find('product', price.product, owner)?.name ?? price.id;
  return {
    id: newId('li'),
    object: 'item',
    amount_subtotal: amount,
    amount_total: amount,
    currency: price.currency,
    description,
    price,
    quantity,
  };
}

function inlinePrice(world: StripeWorld, data: Form, param: string): Price {
  const amount = wholeAt(data, 'unit_amount');
  if (amount === undefined || amount < 0) throw missing(`${param}[price_data][unit_amount]`);
  const recurring = formAt(data, 'recurring');
  const interval = textAt(recurring, 'interval');
  return {
    ...world.base('price', 'price'),
    active: flagAt(data, 'active') ?? false,
    currency: textAt(data, 'currency') ?? 'usd',
    product: textAt(data, 'product') ?? newId('prod'),
    type: interval === undefined ? 'one_time' : 'recurring',
    unit_amount: amount,
    recurring:
      interval === undefined
        ? null
        : { interval: interval === 'year' ? 'year' : 'month', interval_count: 1, usage_type: 'licensed' },
  };
}
