import Stripe from 'stripe';
import { describe, expect, it, vi } from 'vitest';
import { DEMO_ACCOUNT, demoPayments } from '../../scripts/demo/demo-payments.ts';
import { appUnderTest } from '../testing/app-under-test.ts';
import { ask, sandboxUnderTest } from '../testing/sandbox-under-test.ts';
import { events, stripeUnderTest, types, urls } from '../testing/stripe-under-test.ts';

describe('connected accounts', () => {
  async function begun() {
    const world = await stripeUnderTest();
    const account = (await world.stripe.accounts.create({ type: 'standard', email: 'acme@fence.test' })).id;
    return { ...world, account, as: { stripeAccount: account } };
  }
  async function connected() {
    const world = await begun();
    await world.post(`/api/accounts/${world.account}/complete`);
    return world;
  }
  const deposit = {
    mode: 'payment' as const,
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 177_104, product_data: { name: 'Deposit' } } },
    ],
    payment_intent_data: { application_fee_amount: 1_771, metadata: { estimateId: 'e1' } },
    ...urls,
  };

  it('the onboarding page enables charges, and its link works once (S13, S14)', async () => {
    const { app, stripe, account } = await begun();
    expect(await stripe.accounts.retrieve(account)).toMatchObject({ charges_enabled: false, details_submitted: false });
    const link = await stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      return_url: 'http://app.test/back',
      refresh_url: 'http://app.test/again',
    });
    const page = await (await fetch(link.url)).text();
    const again = await fetch(link.url, { redirect: 'manual' });
    expect([again.status, again.headers.get('location')]).toEqual([303, 'http://app.test/again']);
    const action = /action="([^"]+\/complete)"/.exec(page)?.[1] ?? '';
    const back = await fetch(new URL(action, link.url), { method: 'POST', redirect: 'manual' });
    expect(back.headers.get('location')).toBe('http://app.test/back');
    expect(await stripe.accounts.retrieve(account)).toMatchObject({ charges_enabled: true, details_submitted: true });
    await vi.waitFor(() =>
      expect(events(app, '/webhooks/stripe/connect')).toMatchObject([{ type: 'account.updated', account }]),
    );
  });

  it('a direct charge is reported to the Connect endpoint and belongs only to the connected account (S10, S11)', async () => {
    const { app, stripe, post, account, as } = await connected();
    const session = await stripe.checkout.sessions.create(deposit, as);
    await expect(stripe.checkout.sessions.retrieve(session.id)).rejects.toMatchObject({ statusCode: 404 });
    await post(`/api/checkouts/${session.id}/complete`);
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] }, as);
    expect(paid.payment_intent).toMatchObject({
      status: 'succeeded',
      amount_received: 177_104,
      application_fee_amount: 1_771,
      metadata: { estimateId: 'e1' },
      latest_charge: { paid: true, amount: 177_104 },
    });
    await vi.waitFor(() =>
      expect(types(app, '/webhooks/stripe/connect')).toEqual([
        'account.updated',
        'charge.succeeded',
        'checkout.session.completed',
        'payment_intent.succeeded',
      ]),
    );
    expect(events(app, '/webhooks/stripe/connect').every((event) => event.account === account)).toBe(true);
    expect(types(app)).toEqual([]);
  });

  it('refuses a checkout for an unknown account or one that can’t charge (S14)', async () => {
    const { stripe, as } = await begun();
    await expect(stripe.checkout.sessions.create(deposit, as)).rejects.toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
    await expect(stripe.checkout.sessions.create(deposit, { stripeAccount: 'acct_of_nobody' })).rejects.toMatchObject({
      statusCode: 403,
    });
  });

  it('refuses a fee above the amount, and a fee without an account (S12)', async () => {
    const { stripe, as } = await connected();
    const greedy = { ...deposit, payment_intent_data: { application_fee_amount: 177_105 } };
    await expect(stripe.checkout.sessions.create(greedy, as)).rejects.toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
    await expect(stripe.checkout.sessions.create(deposit)).rejects.toBeInstanceOf(
      Stripe.errors.StripeInvalidRequestError,
    );
  });

  it('a bank debit is unpaid until it settles, and may fail (S3)', async () => {
    const { app, stripe, post, as } = await connected();
    const session = await stripe.checkout.sessions.create(deposit, as);
    await post(`/api/checkouts/${session.id}/complete`, { paymentStatus: 'unpaid' });
    expect((await stripe.checkout.sessions.retrieve(session.id, undefined, as)).payment_status).toBe('unpaid');
    await post(`/api/payments/${session.id}/settle`);
    expect((await stripe.checkout.sessions.retrieve(session.id, undefined, as)).payment_status).toBe('paid');
    await vi.waitFor(() =>
      expect(types(app, '/webhooks/stripe/connect')).toContain('checkout.session.async_payment_succeeded'),
    );
  });

  it('knows the demo company’s payments, so they can be refunded', async () => {
    const app = await appUnderTest();
    const sandbox = await sandboxUnderTest({ appUrl: app.url, demo: true });
    const [paid] = demoPayments(new Date());
    const refunded = await ask(sandbox, `/api/payments/${paid?.session}/refund`, 'POST', {});
    expect(refunded.status).toBe(200);
    await vi.waitFor(() =>
      expect(events(app, '/webhooks/stripe/connect').map(({ type, account }) => [type, account])).toContainEqual([
        'charge.refunded',
        DEMO_ACCOUNT,
      ]),
    );
  });

  it('refunds in part and in full, then opens and closes disputes (S16)', async () => {
    const { app, stripe, post, as } = await connected();
    const session = await stripe.checkout.sessions.create(deposit, as);
    await post(`/api/checkouts/${session.id}/complete`);
    await post(`/api/payments/${session.id}/refund`, { amountCents: 100 });
    const [charge] = (await stripe.charges.list({}, as)).data;
    expect(charge).toMatchObject({ amount_refunded: 100, refunded: false });
    await stripe.refunds.create({ charge: charge?.id ?? '' }, as);
    await expect(stripe.refunds.create({ charge: charge?.id ?? '' }, as)).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    await post(`/api/payments/${session.id}/dispute`);
    await post(`/api/payments/${session.id}/dispute`, { outcome: 'won' });
    expect((await stripe.disputes.list({}, as)).data).toMatchObject([{ status: 'won' }]);
    await vi.waitFor(() => expect(types(app, '/webhooks/stripe/connect')).toContain('charge.dispute.closed'));
  });
});
