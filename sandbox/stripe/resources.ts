import { createAccount, createAccountLink } from './accounts.ts';
import { createSession, expireSession, readSession } from './checkout.ts';
import { createCustomer, createPortal, customerInput, updateCustomer } from './customers.ts';
import { missing } from './errors.ts';
import { type Form, metadataAt, textAt, wholeAt } from './form.ts';
import { listAnswer } from './answers.ts';
import { chargeOf, paymentOf, refund } from './payments.ts';
import { deleteEndpoint, ownAccount, updateEndpoint, updatePrice } from './set-up.ts';
import type { Kind, StripeObject } from './stripe-objects.ts';
import type { Owner, StripeWorld } from './stripe-world.ts';
import { endSubscription, updateSubscription } from './subscriptions.ts';

/** An authenticated request. `id` is the route's `:id`, or '' if the route doesn't have one. */
export interface StripeCall {
  world: StripeWorld;
  owner: Owner;
  id: string;
  form: Form;
  path: string;
}
export type StripeRoute = [method: 'get' | 'post' | 'delete', path: string, answer: (call: StripeCall) => unknown];

/** The Stripe API routes that the product uses. */
export const ROUTES: readonly StripeRoute[] = [
  ...reading('customer', '/customers'),
  ['post', '/customers', ({ world, owner, form }) => createCustomer(world, owner, customerInput(form))],
  ['post', '/customers/:id', ({ world, owner, id, form }) => updateCustomer(world, owner, id, customerInput(form))],
  ['delete', '/customers/:id', deleteCustomer],
  ...reading('product', '/products'),
  ...reading('price', '/prices'),
  ['post', '/prices/:id', updatePrice],

  ['post', '/checkout/sessions', ({ world, owner, form }) => createSession(world, owner, form)],
  ['get', '/checkout/sessions', listOf('checkout.session')],
  ['get', '/checkout/sessions/:id', ownSession],
  ['get', '/checkout/sessions/:id/line_items', lineItems],
  ['post', '/checkout/sessions/:id/expire', (call) => (ownSession(call), expireSession(call.world, call.id))],

  ...reading('subscription', '/subscriptions'),
  [
    'post',
    '/subscriptions/:id',
    (call) => (own(call, 'subscription'), updateSubscription(call.world, call.id, call.form)),
  ],
  ['delete', '/subscriptions/:id', (call) => (own(call, 'subscription'), endSubscription(call.world, call.id))],
  ...reading('invoice', '/invoices'),
  ['post', '/billing_portal/sessions', portal],
  ...reading('billing_portal.configuration', '/billing_portal/configurations'),

  ...reading('payment_intent', '/payment_intents'),
  ...reading('charge', '/charges'),
  ...reading('refund', '/refunds'),
  ['post', '/refunds', createRefund],
  ...reading('dispute', '/disputes'),

  ...reading('account', '/accounts'),
  ['post', '/accounts', ({ world, form }) => createAccount(world, form)],
  ['post', '/accounts/:id', updateAccount],
  ['delete', '/accounts/:id', deleteAccount],
  ['post', '/account_links', ({ world, form }) => createAccountLink(world, form)],
  ...reading('event', '/events'),
  ['get', '/account', ownAccount],
  ...reading('webhook_endpoint', '/webhook_endpoints'),
  ['post', '/webhook_endpoints/:id', updateEndpoint],
  ['delete', '/webhook_endpoints/:id', deleteEndpoint],
];

function reading(kind: Kind, path: string): StripeRoute[] {
  return [
    ['get', path, listOf(kind)],
    ['get', `${path}/:id`, (call) => own(call, kind)],
  ];
}

function listOf(kind: Kind) {
  return ({ world, owner, form, path }: StripeCall) =>
    listAnswer<StripeObject>(world.list<Kind>(kind, ownerOf(kind, owner)), form, path);
}

const own = <K extends Kind>({ world, owner, id }: StripeCall, kind: K) => world.get(kind, id, ownerOf(kind, owner));

/** Connected accounts and the catalog belong to the platform, even if another account makes the request. */
const ownerOf = (kind: Kind, owner: Owner): Owner => (kind === 'account' ? null : owner);

function ownSession(call: StripeCall) {
  own(call, 'checkout.session');
  return readSession(call.world, call.id).session;
}

function lineItems(call: StripeCall) {
  const data = ownSession(call).line_items_kept;
  return { object: 'list', url: call.path, has_more: false, data };
}

function deleteCustomer(call: StripeCall) {
  own(call, 'customer');
  const { world, owner, id } = call;
  for (const { id: subscription, status } of world
    .list('subscription', owner)
    .filter(({ customer }) => customer === id))
    if (status !== 'canceled') endSubscription(world, subscription);
  world.forget(id);
  return { id, object: 'customer', deleted: true };
}

function portal({ world, owner, form }: StripeCall) {
  const customer = textAt(form, 'customer');
  if (customer === undefined) throw missing('customer');
  return createPortal(world, owner, customer, textAt(form, 'return_url'));
}

function createRefund({ world, owner, form }: StripeCall) {
  const given = textAt(form, 'charge') ?? textAt(form, 'payment_intent');
  if (given === undefined) throw missing('payment_intent');
  const found = paymentOf(world, given);
  if (found.owner !== owner) world.get('payment_intent', given, owner);
  const reason = textAt(form, 'reason');
  return refund(world, owner, chargeOf(world, owner, found.intent), {
    cents: wholeAt(form, 'amount'),
    reason: reason === 'duplicate' || reason === 'fraudulent' || reason === 'requested_by_customer' ? reason : null,
    metadata: metadataAt(form),
  });
}

function updateAccount(call: StripeCall) {
  const account = own(call, 'account');
  return call.world.put(null, {
    ...account,
    email: textAt(call.form, 'email') ?? account.email,
    metadata: { ...account.metadata, ...metadataAt(call.form) },
  });
}

function deleteAccount(call: StripeCall) {
  own(call, 'account');
  call.world.forget(call.id);
  return { id: call.id, object: 'account', deleted: true };
}
