import Stripe from 'stripe';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { stripeClient, stripeUnderTest, subscribe, types, urls } from '../testing/stripe-under-test.ts';
import { decodeForm } from './form.ts';
import type * as Ours from './stripe-objects.ts';

it('objects have the fields and types that stripe 23.1.0 declares', () => {
  expectTypeOf<Omit<Ours.CheckoutSession, 'customer_details'>>().toExtend<Partial<Stripe.Checkout.Session>>();
  expectTypeOf<Pick<Ours.Subscription, 'status' | 'customer' | 'cancel_at' | 'start_date'>>().toExtend<
    Partial<Stripe.Subscription>
  >();
  expectTypeOf<Pick<Ours.SubscriptionItem, 'current_period_end' | 'quantity'>>().toExtend<
    Partial<Stripe.SubscriptionItem>
  >();
  expectTypeOf<Ours.PaymentIntent>().toExtend<Partial<Stripe.PaymentIntent>>();
  expectTypeOf<Ours.Charge>().toExtend<Partial<Stripe.Charge>>();
  expectTypeOf<Ours.Refund>().toExtend<Partial<Stripe.Refund>>();
  expectTypeOf<Ours.Dispute>().toExtend<Partial<Stripe.Dispute>>();
  expectTypeOf<Omit<Ours.Account, 'capabilities' | 'livemode' | 'business_type'>>().toExtend<Partial<Stripe.Account>>();
  expectTypeOf<Omit<Ours.Customer, 'deleted'>>().toExtend<Partial<Stripe.Customer>>();
  expectTypeOf<Pick<Ours.Invoice, 'status' | 'billing_reason' | 'amount_paid'>>().toExtend<Partial<Stripe.Invoice>>();
});

it('parses nested form fields into objects and lists', () => {
  expect(decodeForm('a[b][0][c]=1&a[b][1][c]=2&d[]=x&d[]=y&e=%26')).toEqual({
    a: { b: [{ c: '1' }, { c: '2' }] },
    d: ['x', 'y'],
    e: '&',
  });
});

describe('requests', () => {
  it('answers a wrong key, an unknown object or an unknown route with a Stripe-shaped error', async () => {
    const { sandbox, stripe } = await stripeUnderTest();
    await expect(stripeClient(sandbox, 'sk_test_other').customers.list()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(stripe.topups.list()).rejects.toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
  });

  it('repeats the first answer for the same idempotency key, and refuses other parameters (S15)', async () => {
    const { stripe } = await stripeUnderTest();
    const key = { idempotencyKey: 'row-1' };
    const first = await stripe.customers.create({ email: 'a@b.test' }, key);
    expect((await stripe.customers.create({ email: 'a@b.test' }, key)).id).toBe(first.id);
    expect((await stripe.customers.list()).data).toHaveLength(1);
    await expect(stripe.customers.create({ email: 'c@d.test' }, key)).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  it('lists are paged with starting_after', async () => {
    const { stripe } = await stripeUnderTest();
    for (const name of ['one', 'two', 'three']) await stripe.customers.create({ name });
    const names: (string | null | undefined)[] = [];
    for await (const customer of stripe.customers.list({ limit: 2 })) names.push(customer.name);
    expect(names).toEqual(['three', 'two', 'one']);
  });

  it('refuses payment_method_types and old UI modes (S1, S2)', async () => {
    const { stripe } = await stripeUnderTest();
    const old = {
      mode: 'payment' as const,
      line_items: [{ price: 'price_payg' }],
      payment_method_types: ['card'],
      ...urls,
    };
    await expect(stripe.checkout.sessions.create(old)).rejects.toMatchObject({ code: 'parameter_unknown' });
  });

  it('a session is valid for 30 minutes to 24 hours (S2)', async () => {
    const { stripe } = await stripeUnderTest();
    const of = (hours: number) =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: 'price_payg' }],
        expires_at: Math.floor(Date.now() / 1_000) + hours * 3_600,
        ...urls,
      });
    await expect(of(0.1)).rejects.toMatchObject({ param: 'expires_at' });
    await expect(of(25)).rejects.toMatchObject({ param: 'expires_at' });
    await expect(of(1)).resolves.toMatchObject({ status: 'open' });
  });
});

describe('session lifecycle', () => {
  it('is expired by hand or by the moved clock, and then has no URL (S2)', async () => {
    const { app, stripe, post } = await stripeUnderTest();
    const [first, second] = [await subscribe(stripe), await subscribe(stripe)];
    await stripe.checkout.sessions.expire(first.id);
    await post('/api/clock', { hours: 25 });
    expect(await stripe.checkout.sessions.retrieve(second.id)).toMatchObject({ status: 'expired', url: null });
    await vi.waitFor(() => expect(types(app)).toEqual(['checkout.session.expired', 'checkout.session.expired']));
    expect((await post('/api/checkouts/cs_none/complete')).status).toBe(404);
  });

  it('is paid on its page, which redirects to the success URL', async () => {
    const { sandbox, stripe } = await stripeUnderTest();
    const { id, url } = await subscribe(stripe);
    expect(await (await fetch(url ?? '')).text()).toContain('Pay $249.00');
    const paid = await fetch(`${sandbox.url}/checkout/${id}/pay`, { method: 'POST', redirect: 'manual' });
    expect(paid.headers.get('location')).toBe(`http://app.test/ok?session=${id}`);
    expect((await fetch(`${sandbox.url}/checkout/${id}/pay`, { method: 'POST' })).status).toBe(409);
    expect((await fetch(`${sandbox.url}/checkout/cs_none`)).status).toBe(404);
  });
});

it.each([
  ['http500', 'StripeAPIError'],
  ['http429', 'StripeRateLimitError'],
  ['reject', 'StripeInvalidRequestError'],
  ['timeout', 'StripeConnectionError'],
  ['hang_up', 'StripeConnectionError'],
])('%s does nothing and reaches the client as %s', async (mode, type) => {
  const { stripe, post } = await stripeUnderTest();
  // The client retries once after a dropped connection, so the fault must affect two requests.
  await post('/api/faults', { provider: 'stripe', mode, count: mode === 'hang_up' ? 2 : 1 });
  await expect(stripe.customers.create({ name: 'Tom' })).rejects.toMatchObject({ type });
  expect((await stripe.customers.list()).data).toEqual([]);
});

it('drop_after_accept processes the request, and the same key finds the first answer', async () => {
  const { stripe, post } = await stripeUnderTest();
  await post('/api/faults', { provider: 'stripe', mode: 'drop_after_accept', count: 2 });
  // The fault applies twice, because the client retries once after a dropped connection.
  const create = () => stripe.customers.create({ name: 'Tom' }, { idempotencyKey: 'row-2' });
  await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
  const { id } = await create();
  expect((await stripe.customers.list()).data).toMatchObject([{ id }]);
});
