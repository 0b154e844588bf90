import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { decodeForm, type FormValue } from '../../../../sandbox/stripe/form.ts';
import { type Asked, type BillingLab, PRICES, startBillingLab } from '../../../../test/billing.ts';
import { startJob } from '../../../../test/payments.ts';
import parameters from '../../../../test/stripe-parameters.json' with { type: 'json' };

type Takes = true | '*' | Takes[] | { [name: string]: Takes };
const PUBLISHED: Record<string, { required: string[]; takes: Takes }> = (({ source: _source, ...paths }) =>
  paths as Record<string, { required: string[]; takes: Takes }>)(parameters);

let lab: BillingLab;
let created: Asked[];

/**
 * Sends every kind of request that creates an object in Stripe: for plans and credits, for a connected account, and for
 * a homeowner's payment.
 */
beforeAll(async () => {
  lab = await startBillingLab();
  const company = await lab.app.a.company({
    subscription: { subscribed: false, stripe_customer_id: null, stripe_subscription_id: null },
  });
  const caller = await lab.app.callerFor(company);
  await caller.billing.createCheckout({ priceId: PRICES.starter, subscriptionType: 'subscription' });
  await caller.billing.createCheckout({ priceId: PRICES.pro, subscriptionType: 'subscription' });
  await caller.billing.createPayment({});
  await caller.billing.customerPortal();
  await caller.billing.customerPortal();
  const connecting = await lab.app.a.company();
  await (await lab.app.callerFor(connecting)).payments.createAccountLink();
  const job = await startJob(lab);
  await job.caller.payments.createConnectPayment({ estimateId: job.estimate.id, amountCents: 85_104 });
  created = lab.wire.asked.filter(({ method }) => method === 'POST');
});
afterAll(() => lab.close());

it('every creation has our own idempotency key, stored before the call and never shared (S15)', async () => {
  expect(created.map(({ path }) => path.replace(/cs_[^/]+/, ':id'))).toEqual([
    '/v1/customers',
    '/v1/checkout/sessions',
    '/v1/checkout/sessions/:id/expire',
    '/v1/checkout/sessions',
    '/v1/checkout/sessions',
    '/v1/billing_portal/sessions',
    '/v1/billing_portal/sessions',
    '/v1/accounts',
    '/v1/account_links',
    '/v1/checkout/sessions',
  ]);
  const keys = created.map(({ headers }) => String(headers['idempotency-key']));
  expect(new Set(keys).size).toBe(keys.length);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(255);
  const rows = await lab.deps.system
    .selectFrom('stripe_operations')
    .select(sql<string>`id::text`.as('id'))
    .execute();
  const ids = rows.map(({ id }) => id);
  for (const key of keys) expect(ids).toContain(key.replace('-expire', ''));
});

it('requests use only parameters that Stripe documents, at any depth', () => {
  const published = created.filter(({ path }) => !path.endsWith('/expire'));
  for (const { path, form } of published) {
    const spec = PUBLISHED[path] ?? { required: ['a published path'], takes: {} };
    const asked = decodeForm(form.toString());
    expect(Object.keys(asked)).toEqual(expect.arrayContaining(spec.required));
    expect(unknownIn(asked, spec.takes)).toEqual([]);
  }
});

it('the check finds a parameter that Stripe doesn’t accept', () => {
  const { takes } = PUBLISHED['/v1/checkout/sessions'] ?? { takes: true };
  expect(unknownIn({ mode: 'payment', colour: 'red', line_items: [{ prize: 'x' }] }, takes)).toEqual([
    'colour',
    'line_items.0.prize',
  ]);
});

/** Returns the paths of the fields that aren't among Stripe's published parameters. */
function unknownIn(value: FormValue, takes: Takes | undefined, path: string[] = []): string[] {
  if (takes === undefined) return [path.join('.')];
  if (takes === true || takes === '*') return [];
  if (typeof value === 'string') return [path.join('.')];
  const inner = (name: string): Takes | undefined => (Array.isArray(takes) ? takes[0] : takes[name]);
  return Object.entries(value).flatMap(([name, one]) => unknownIn(one, inner(name), [...path, name]));
}
