import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { grantFreeAccess, revokeFreeAccess } from '#core/features/billing/free-access.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { AppError } from '#shared/primitives/app-error.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type BillingLab, PRICES, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import type { Caller } from '../../../../test/caller.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());
afterEach(() => {
  lab.wire.cut = () => false;
  lab.wire.lose = () => false;
  lab.wire.hold = () => undefined;
  lab.wire.rewrite = undefined;
  lab.sandbox.faults.set('stripe', 'none', null);
});

const starter = { priceId: PRICES.starter, subscriptionType: 'subscription' as const };
const pro = { priceId: PRICES.pro, subscriptionType: 'subscription' as const };
const none = {
  subscribed: false,
  stripe_customer_id: null,
  stripe_subscription_id: null,
  subscription_tier: 'starter' as const,
};

const newcomer = async (): Promise<{ company: CompanyRow; caller: Caller }> => {
  const company = await lab.app.a.company({ subscription: none });
  return { company, caller: await lab.app.callerFor(company) };
};
const refusalOf = async (work: Promise<unknown>): Promise<AppError> => {
  const [result] = await Promise.allSettled([work]);
  if (result.status === 'fulfilled') throw new Error("it wasn't refused");
  return (result.reason as { cause: AppError }).cause;
};
const buy = async (caller: Caller, what = pro): Promise<string> => {
  const session = sessionOf(await caller.billing.createCheckout(what));
  expect((await lab.act('checkouts', session, 'complete')).status).toBe(200);
  return session;
};
/** The paths of the requests that create the Stripe objects of a checkout. */
const LOST = ['/v1/customers', '/v1/checkout/sessions'];

describe('the plans', () => {
  it('match section 9, with prices from the server’s configuration (spec:3.9 spec:9.1 spec:9.2 spec:9.3)', async () => {
    const plans = await lab.app.browser().trpc.billing.plans.query();
    expect(plans.map(({ id, priceCents, priceId }) => ({ id, priceCents, priceId }))).toEqual([
      { id: 'pay_as_you_go', priceCents: 1_000, priceId: PRICES.payAsYouGo },
      { id: 'starter', priceCents: 4_900, priceId: PRICES.starter },
      { id: 'pro', priceCents: 24_900, priceId: PRICES.pro },
    ]);
    expect(plans[1]).toEqual({
      id: 'starter',
      name: 'Starter',
      priceCents: 4_900,
      priceId: PRICES.starter,
      description: expect.stringMatching(/\w/) as string,
      features: expect.arrayContaining(['Basic fence materials']) as string[],
    });
    const session = await lab.app.callerFor(await lab.app.a.company({ subscription: none }));
    await session.billing.createPayment({});
    expect((await lab.stripe.prices.retrieve(PRICES.payAsYouGo)).unit_amount).toBe(plans[0]?.priceCents);
    expect((await lab.stripe.prices.retrieve(PRICES.pro)).unit_amount).toBe(plans[2]?.priceCents);
  });
});

describe('a checkout', () => {
  it('opens the dashboard once its event is processed, and shows ’confirming’ until then (S3) (spec:3.5 spec:3.7 spec:3.8 spec:4.9 spec:7.3 spec:7.13)', async () => {
    const { company, caller } = await newcomer();
    const { url } = await caller.billing.createCheckout(starter);
    const sessionId = sessionOf({ url });
    expect(await caller.billing.checkoutStatus({ sessionId })).toEqual({ state: 'confirming', what: 'plan' });
    await lab.act('checkouts', sessionId, 'complete');
    await lab.arrived();
    expect(await caller.billing.checkoutStatus({ sessionId })).toMatchObject({ state: 'confirming' });
    await lab.work();
    expect(await caller.billing.checkoutStatus({ sessionId })).toEqual({ state: 'active', what: 'plan' });
    const row = await lab.row(company);
    const [subscription] = (await lab.stripe.subscriptions.list({ customer: row.stripe_customer_id ?? '' })).data;
    const end = new Date((subscription?.items.data[0]?.current_period_end ?? 0) * 1_000);
    expect(row).toMatchObject({ subscribed: true, subscription_tier: 'starter', stripe_status: 'active' });
    expect(row.subscription_end).toEqual(end);
    expect(await caller.subscription.check()).toEqual({
      subscribed: true,
      subscriptionTier: 'starter',
      subscriptionEnd: end.toISOString(),
      quotesRemaining: 50,
      isFreeAccess: false,
    });
  });

  it('is reused for repeated clicks, and created again after it expired', async () => {
    const { company, caller } = await newcomer();
    const urls = await Promise.all([1, 2, 3].map(() => caller.billing.createCheckout(pro)));
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    expect(await caller.billing.createCheckout(pro)).toEqual(urls[0]);
    const { stripe_customer_id: customer } = await lab.row(company);
    expect((await lab.stripe.customers.list({ email: company.email })).data.map(({ id }) => id)).toEqual([customer]);
    await lab.act('checkouts', sessionOf(urls[0] ?? { url: '' }), 'expire');
    const again = await caller.billing.createCheckout(pro);
    expect(again.url).not.toBe(urls[0]?.url);
  });

  it('is reused while Stripe still processes the first click', async () => {
    const { caller } = await newcomer();
    const path = '/v1/checkout/sessions';
    const asked = (): number => lab.wire.asked.filter((request) => request.path === path).length;
    const before = asked();
    // holds back the response to the first request until Stripe has rejected the second several times because of the
    // key
    lab.wire.hold = async (held) => {
      if (held === path) await vi.waitUntil(() => asked() > before + 3, 5_000);
    };
    const urls = await Promise.all([caller.billing.createCheckout(pro), caller.billing.createCheckout(pro)]);
    expect(urls[1]).toEqual(urls[0]);
  });

  it('for another plan expires the open one, so two tabs never buy two plans', async () => {
    const { caller } = await newcomer();
    const first = sessionOf(await caller.billing.createCheckout(starter));
    await caller.billing.createCheckout(pro);
    expect((await lab.stripe.checkout.sessions.retrieve(first)).status).toBe('expired');
    expect(await caller.billing.checkoutStatus({ sessionId: first })).toMatchObject({ state: 'expired' });
  });

  it('survives a lost answer: the next click gets the same session and customer (S15)', async () => {
    const { company, caller } = await newcomer();
    for (const lost of LOST) {
      lab.wire.lose = (path) => path === lost;
      expect((await refusalOf(caller.billing.createCheckout(pro))).code).toBe('PROVIDER_UNAVAILABLE');
    }
    lab.wire.lose = () => false;
    await caller.billing.createCheckout(pro);
    const customers = (await lab.stripe.customers.list({ email: company.email })).data;
    expect(customers).toHaveLength(1);
    const { data } = await lab.stripe.checkout.sessions.list({ customer: customers[0]?.id ?? '' });
    expect(data).toHaveLength(1);
  });

  it('looks up yesterday’s attempt instead of repeating it (S15)', async () => {
    const { company, caller } = await newcomer();
    for (const lost of LOST) {
      lab.wire.lose = (path) => path === lost;
      expect((await refusalOf(caller.billing.createCheckout(pro))).code).toBe('PROVIDER_UNAVAILABLE');
      await lab.deps.system
        .updateTable('stripe_operations')
        .set({ created_at: new Date(Date.now() - 25 * 60 * 60 * 1_000) })
        .where('company_id', '=', company.id)
        .execute();
    }
    lab.wire.lose = () => false;
    await caller.billing.createCheckout(pro);
    const customers = (await lab.stripe.customers.list({ email: company.email })).data;
    expect(customers).toHaveLength(1);
    expect((await lab.stripe.checkout.sessions.list({ customer: customers[0]?.id ?? '' })).data).toHaveLength(1);
  });

  it('is refused for a foreign price, and for a type that doesn’t match the price (spec:5.2 spec:7.14 spec:8.12)', async () => {
    const { caller } = await newcomer();
    for (const input of [
      { priceId: 'price_of_someone_else', subscriptionType: 'subscription' as const },
      { priceId: '', subscriptionType: 'subscription' as const },
      { priceId: PRICES.pro, subscriptionType: 'pay_as_you_go' as const },
      { priceId: PRICES.payAsYouGo, subscriptionType: 'subscription' as const },
    ]) {
      const refusal = await refusalOf(caller.billing.createCheckout(input));
      expect(refusal).toMatchObject({ message: 'Invalid plan selected', code: 'VALIDATION_FAILED' });
    }
  });

  it('of the active plan is a conflict, and of another plan opens the portal, so there’s never a second subscription', async () => {
    const { company, caller } = await newcomer();
    const session = await buy(caller, starter);
    // the event hasn't been processed, so our row is unchanged
    const early = await refusalOf(caller.billing.createCheckout(starter));
    expect(early.code).toBe('CONFLICT');
    await lab.work();
    expect((await refusalOf(caller.billing.createCheckout(starter))).message).toBe('You’re already on this plan');
    expect((await caller.billing.createCheckout(pro)).url).toContain('/billing/');
    const { stripe_customer_id: customer } = await lab.row(company);
    expect((await lab.stripe.subscriptions.list({ customer: customer ?? '' })).data).toHaveLength(1);
    expect(await caller.billing.checkoutStatus({ sessionId: session })).toMatchObject({ state: 'active' });
  });

  it('explains when Stripe doesn’t answer, and when it isn’t configured (spec:8.9 spec:8.10)', async () => {
    const { caller, company } = await newcomer();
    const failsInWords = async (mode: 'http500' | 'http429' | 'reject' | 'timeout'): Promise<void> => {
      lab.sandbox.faults.set('stripe', mode, null);
      expect(await refusalOf(caller.billing.createCheckout(pro))).toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
        message: 'Failed to create checkout session',
      });
    };
    for (const mode of ['http500', 'http429', 'reject'] as const) await failsInWords(mode);
    expect(await refusalOf(caller.billing.createPayment({}))).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'Failed to start payment process. Please try again.',
    });
    // the timeout comes last, because a request without a response keeps its idempotency key in use
    await failsInWords('timeout');
    const { createCheckout } = await import('#core/features/billing/create-checkout.ts');
    await expect(createCheckout({ ...lab.deps, stripe: null }, company.id, pro)).rejects.toMatchObject({
      code: 'APP_ERROR',
      message: 'Payments aren’t set up on this server yet',
    });
  });

  it('of another company isn’t found, and its customer is never used', async () => {
    const [mine, theirs] = [await newcomer(), await newcomer()];
    const sessionId = sessionOf(await mine.caller.billing.createCheckout(pro));
    expect((await refusalOf(theirs.caller.billing.checkoutStatus({ sessionId }))).code).toBe('NOT_FOUND');
    await theirs.caller.billing.createCheckout(pro);
    const [one, other] = [await lab.row(mine.company), await lab.row(theirs.company)];
    expect(one.stripe_customer_id).not.toBe(other.stripe_customer_id);
  });
});

describe('a lead credit', () => {
  it('costs the configured amount: another is refused, the old call’s fields are accepted (spec:7.16)', async () => {
    const { caller } = await newcomer();
    for (const amount of [1, 9.99, 11, 1_000, 0, -10])
      expect((await refusalOf(caller.billing.createPayment({ amount }))).code).toBe('VALIDATION_FAILED');
    const { url } = await caller.billing.createPayment({
      amount: 10,
      description: 'Lead Credit - Pay as You Go',
      quoteId: null,
    });
    const session = await lab.stripe.checkout.sessions.retrieve(sessionOf({ url }));
    expect(session).toMatchObject({ mode: 'payment', amount_total: 1_000 });
  });

  it('opens the dashboard permanently and is spent on a lead; the next lead needs another', async () => {
    const { company, caller } = await newcomer();
    await buy(caller, { priceId: PRICES.payAsYouGo, subscriptionType: 'pay_as_you_go' } as never);
    await lab.work();
    expect(await caller.subscription.check()).toMatchObject({
      subscribed: true,
      subscriptionTier: 'pay_as_you_go',
      subscriptionEnd: null,
      quotesRemaining: 1,
    });
    const material = await lab.app.a.material(company, { name: 'Vinyl' });
    const send = async () =>
      caller.estimates.send({
        leadId: (await lab.app.a.lead(company)).id,
        perimeter: 100,
        materialId: material.id,
        gateCount: 0,
      });
    await send();
    expect(await refusalOf(send())).toMatchObject({ code: 'QUOTA_EXHAUSTED', nextStep: 'buy_credit' });
    expect(await caller.subscription.check()).toMatchObject({ subscribed: true, quotesRemaining: 0 });
    expect(await caller.billing.status()).toMatchObject({ hasDashboard: true, canSend: false, tier: 'pay_as_you_go' });
  });
});

describe('the billing portal', () => {
  it('opens for a customer, and is refused for free access and without a customer (S4) (spec:4.10 spec:5.3 spec:6.7 spec:7.15)', async () => {
    const { company, caller } = await newcomer();
    expect((await refusalOf(caller.billing.customerPortal())).code).toBe('SUBSCRIPTION_REQUIRED');
    const { id: by } = await lab.app.a.user();
    const until = new Date(lab.app.clock.now().getTime() + 30 * DAY);
    await grantFreeAccess(lab.deps, { companyId: company.id, until, by });
    expect(await refusalOf(caller.billing.customerPortal())).toMatchObject({ code: 'FORBIDDEN' });
    expect(await caller.subscription.check()).toMatchObject({ isFreeAccess: true, quotesRemaining: 500 });
    await revokeFreeAccess(lab.deps, company.id);
    expect(await caller.subscription.check()).toMatchObject({ subscribed: false, isFreeAccess: false });
    await buy(caller);
    await lab.work();
    expect((await caller.billing.customerPortal()).url).toContain('/billing/');
    await expect(grantFreeAccess(lab.deps, { companyId: company.id, until, by })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});
