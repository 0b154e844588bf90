import Stripe from 'stripe';
import type { Sandbox } from '../start.ts';
import { appUnderTest, type ListeningApp } from './app-under-test.ts';
import { ask, sandboxUnderTest } from './sandbox-under-test.ts';

const SECRETS = { '/webhooks/stripe': 'whsec_local', '/webhooks/stripe/connect': 'whsec_local_connect' };
export const urls = {
  success_url: 'http://app.test/ok?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://app.test/no',
};

export function stripeClient(sandbox: Sandbox, key = 'sk_test_local'): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: 1_000,
  });
}

/** Returns the events that the app received on an endpoint, after verifying each event's signature. */
export function events(app: ListeningApp, path: keyof typeof SECRETS): Stripe.Event[] {
  const { webhooks } = new Stripe('sk_test_local');
  return app.heard
    .filter((heard) => heard.path === path)
    .map(({ raw, headers }) => webhooks.constructEvent(raw, String(headers['stripe-signature']), SECRETS[path]));
}
export const types = (app: ListeningApp, path: keyof typeof SECRETS = '/webhooks/stripe'): string[] =>
  events(app, path)
    .map(({ type }) => type)
    .toSorted();

/**
 * Starts a sandbox and an app that receives its webhooks. Also returns Stripe's official client and the sandbox's own
 * API.
 */
export async function stripeUnderTest() {
  const app = await appUnderTest();
  const sandbox = await sandboxUnderTest({ appUrl: app.url });
  const post = (path: string, body: object = {}) => ask(sandbox, path, 'POST', body);
  return { app, sandbox, stripe: stripeClient(sandbox), post };
}

export const subscribe = (stripe: Stripe, customer?: string) =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: 'price_pro', quantity: 1 }],
    subscription_data: { metadata: { companyId: 'c1' } },
    ...(customer === undefined ? { customer_email: 'demo@picket.test' } : { customer }),
    ...urls,
  });
