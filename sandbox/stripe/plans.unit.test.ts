import { describe, expect, it, vi } from 'vitest';
import { stripeUnderTest, subscribe, types } from '../testing/stripe-under-test.ts';

describe('plans', () => {
  it('a paid checkout creates a subscription with the period on its item, and sends one event (S3, S7)', async () => {
    const { app, stripe, post } = await stripeUnderTest();
    const open = await subscribe(stripe);
    expect(open).toMatchObject({
      status: 'open',
      amount_total: 24_900,
      url: expect.stringMatching(`/checkout/${open.id}$`) as string,
    });
    expect((await post(`/api/checkouts/${open.id}/complete`)).status).toBe(200);
    const session = await stripe.checkout.sessions.retrieve(open.id, { expand: ['subscription', 'customer'] });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      success_url: `http://app.test/ok?session=${open.id}`,
    });
    expect(session.subscription).toMatchObject({ status: 'active', metadata: { companyId: 'c1' } });
    expect(session.customer).toMatchObject({ email: 'demo@picket.test' });
    const { data } = (await stripe.subscriptions.list()).data[0]?.items ?? { data: [] };
    expect(data[0]?.current_period_end).toBeGreaterThan(Date.now() / 1_000 + 27 * 86_400);
    await vi.waitFor(() =>
      expect(types(app)).toEqual([
        'checkout.session.completed',
        'customer.created',
        'customer.subscription.created',
        'invoice.paid',
      ]),
    );
    expect((await post(`/api/checkouts/${open.id}/complete`)).status).toBe(409);
  });

  it('sends events for renewals, failures and cancellations (S5, S6)', async () => {
    const { app, stripe, post } = await stripeUnderTest();
    await post(`/api/checkouts/${(await subscribe(stripe)).id}/complete`);
    const begun = (await stripe.subscriptions.list()).data[0];
    const id = begun?.id ?? '';
    await post(`/api/subscriptions/${id}/renew`);
    const renewed = await stripe.subscriptions.retrieve(id);
    expect(renewed.items.data[0]?.current_period_start).toBe(begun?.items.data[0]?.current_period_end);
    await post(`/api/subscriptions/${id}/fail`);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    await post(`/api/subscriptions/${id}/cancel`);
    expect((await stripe.subscriptions.list()).data).toEqual([]);
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toMatchObject([{ id, status: 'canceled' }]);
    await vi.waitFor(() =>
      expect(types(app)).toEqual(expect.arrayContaining(['invoice.payment_failed', 'customer.subscription.deleted'])),
    );
  });

  it('the portal needs a customer, and its page cancels the plan at the end of the period (S4)', async () => {
    const { stripe, post } = await stripeUnderTest();
    await expect(stripe.billingPortal.sessions.create({ customer: 'cus_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
    const customer = (await stripe.customers.create({ email: 'demo@picket.test' })).id;
    await post(`/api/checkouts/${(await subscribe(stripe, customer)).id}/complete`);
    const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: 'http://app.test/account' });
    const page = await (await fetch(url)).text();
    expect(page).toContain('Pro: active, renews');
    const action = /action="([^"]+\/cancel)"/.exec(page)?.[1] ?? '';
    await fetch(new URL(action, url), { method: 'POST' });
    expect((await stripe.subscriptions.list()).data[0]).toMatchObject({ cancel_at_period_end: true });
  });
});
