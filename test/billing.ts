import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { StripeDeps } from '#core/features/billing/apply-stripe-truth.ts';
import { processEvents } from '#core/features/stripe-events/process-events.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createStripe } from '#core/platform/stripe-client.ts';
import type { StripeClient } from '#core/platform/stripe.ts';
import { type Sandbox, startSandbox } from '../sandbox/start.ts';
import { startTestApp, type TestApp } from './caller.ts';

export const PRICES = { starter: 'price_starter', pro: 'price_pro', payAsYouGo: 'price_payg' };
export const SECRETS = { platform: 'whsec_lab', connect: 'whsec_lab_connect' };
const KEY = 'sk_test_lab';
const TWILIO = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'test-token', from: '+12085550199' };

/** A request that reached Stripe. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  form: URLSearchParams;
}

/**
 * A proxy between the product and the Stripe stand-in. It records every request, and can change the response or drop
 * the connection.
 */
export interface StripeWire {
  asked: Asked[];
  /** Rewrites the body of a response. */
  rewrite: ((path: string, body: string) => string) | undefined;
  /** Returns true to cut the connection before the request reaches Stripe. */
  cut: (path: string) => boolean;
  /** Returns true to let Stripe handle the request but drop the response. */
  lose: (path: string) => boolean;
  /** Returns a promise that must resolve before the response is sent. */
  hold: (path: string) => Promise<void> | undefined;
}

/** The app and the Stripe stand-in, both in this process. The app stores Stripe's events, and `work` processes them. */
export interface BillingLab {
  app: TestApp;
  sandbox: Sandbox;
  wire: StripeWire;
  deps: StripeDeps;
  stripe: StripeClient;
  /**
   * Triggers an action by a person, a bank or the calendar in the Stripe stand-in, such as `act('checkouts', id,
   * 'complete')`.
   */
  act(things: string, id: string, action: string, body?: object): Promise<Response>;
  /** Resolves when every event that Stripe sent is stored. */
  arrived(): Promise<void>;
  /** Waits for the events and processes them as the worker would. */
  work(): Promise<void>;
  /** Posts an event as Stripe would. */
  post(
    event: object,
    given?: { endpoint?: 'platform' | 'connect'; secret?: string; ageSeconds?: number },
  ): Promise<Response>;
  row(company: CompanyRow): Promise<SubscriberSummary>;
  close(): Promise<void>;
}

export type SubscriberSummary = Awaited<ReturnType<typeof readRow>>;

/** Returns the checkout session's id, which is the last part of its page's URL. */
export const sessionOf = ({ url }: { url: string }): string => url.slice(url.lastIndexOf('/') + 1);

export async function startBillingLab(): Promise<BillingLab> {
  const wire: StripeWire = {
    asked: [],
    rewrite: undefined,
    cut: () => false,
    lose: () => false,
    hold: () => undefined,
  };
  const proxy = await startWire(wire);
  const app = await startTestApp({
    now: new Date(),
    env: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: SECRETS.platform,
      STRIPE_CONNECT_WEBHOOK_SECRET: SECRETS.connect,
      STRIPE_API_BASE: proxy.url,
      STRIPE_PRICE_STARTER: PRICES.starter,
      STRIPE_PRICE_PRO: PRICES.pro,
      STRIPE_PRICE_PAY_AS_YOU_GO: PRICES.payAsYouGo,
      // addresses of the stand-in's neighborhood, for fences that are drawn on a map
      GEOCODER_URL: `${proxy.url}/geocoder`,
      GEOCODER_KIND: 'photon',
    },
  });
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    providers: ['stripe', 'twilio', 'smtp'],
    appUrl: app.url,
    twilio: TWILIO,
    stripe: {
      secretKey: KEY,
      webhookSecret: SECRETS.platform,
      connectWebhookSecret: SECRETS.connect,
      prices: PRICES,
    },
  });
  proxy.to(sandbox.url);
  // Connects directly to the stand-in, so that the test's own requests don't count as the product's.
  const stripe = createStripe({ STRIPE_SECRET_KEY: KEY, STRIPE_API_BASE: sandbox.url });
  if (!stripe) throw new Error('no key');
  return {
    app,
    sandbox,
    wire,
    deps: app.deps,
    stripe,
    act: (things, id, action, body = {}) =>
      fetch(`${sandbox.url}/api/${things}/${id}/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    arrived: () => sandbox.told(),
    async work() {
      await sandbox.told();
      await processEvents(app.deps);
    },
    post: (event, given) => postEvent(app, event, given),
    row: (company) => readRow(app, company),
    async close() {
      await sandbox.close();
      await app.close();
      await proxy.close();
    },
  };
}

const readRow = (app: TestApp, company: CompanyRow) =>
  app.deps.system
    .selectFrom('subscribers')
    .select([
      'subscribed',
      'subscription_tier',
      'subscription_end',
      'period_start',
      'usage_count',
      'stripe_status',
      'stripe_customer_id',
      'stripe_subscription_id',
      'cancel_at_period_end',
      'credits_bought_at',
      'last_reconciled_at',
    ])
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();

function postEvent(
  app: TestApp,
  event: object,
  { endpoint = 'platform', secret = SECRETS[endpoint], ageSeconds = 0 }: Parameters<BillingLab['post']>[1] = {},
): Promise<Response> {
  const payload = JSON.stringify(event);
  const signature = new Stripe(KEY).webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
  });
  return fetch(`${app.url}/webhooks/stripe${endpoint === 'connect' ? '/connect' : ''}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
}

interface Wire {
  url: string;
  to(target: string): void;
  close(): Promise<void>;
}

/** Stripe's response if another request with the same idempotency key is still running. */
const KEY_IN_USE = JSON.stringify({
  error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Another request uses this key' },
});

async function startWire(wire: StripeWire): Promise<Wire> {
  let target = '';
  const keys = new Set<string>();
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    void text(request)
      .then(async (body) => {
        const method = request.method ?? '';
        if (wire.cut(path)) return response.socket?.destroy();
        wire.asked.push({ method, path, headers: request.headers, form: new URLSearchParams(body) });
        const { host: _host, connection: _connection, 'content-length': _length, ...rest } = request.headers;
        const key = request.headers['idempotency-key']?.toString();
        if (key !== undefined && keys.has(key)) return response.writeHead(409).end(KEY_IN_USE);
        if (key !== undefined) keys.add(key);
        const answer = await fetch(target + path, {
          method,
          headers: rest as Record<string, string>,
          ...(method === 'GET' ? {} : { body }),
        });
        const said = await answer.text();
        await wire.hold(path);
        if (key !== undefined) keys.delete(key);
        if (wire.lose(path)) return response.socket?.destroy();
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        return response.end(wire.rewrite?.(path, said) ?? said);
      })
      .catch(() => response.socket?.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: (url) => {
      target = url;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
