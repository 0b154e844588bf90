import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyStripePlan } from '#core/features/billing/apply-stripe-plan.ts';
import { reconcile, isReconciliationDue } from '#core/features/billing/reconcile.ts';
import { lastNight } from '#core/platform/nightly-runs.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { AppError } from '#shared/primitives/app-error.ts';
import { DAY, SECOND } from '#shared/primitives/durations.ts';
import { type BillingLab, PRICES, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import type { Caller } from '../../../../test/caller.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());
const start = new Date();
afterEach(() => {
  lab.wire.cut = () => false;
  lab.wire.rewrite = undefined;
  lab.app.clock.set(start);
});

interface Subscribed {
  company: CompanyRow;
  caller: Caller;
  /** The subscription's id in Stripe. */
  id: string;
}
const subscriber = async (priceId = PRICES.pro): Promise<Subscribed> => {
  const company = await lab.app.a.company({
    subscription: {
      subscribed: false,
      subscription_tier: 'starter',
      stripe_customer_id: null,
      stripe_subscription_id: null,
    },
  });
  const caller = await lab.app.callerFor(company);
  const session = sessionOf(await caller.billing.createCheckout({ priceId, subscriptionType: 'subscription' }));
  await lab.act('checkouts', session, 'complete');
  await lab.work();
  return { company, caller, id: (await lab.row(company)).stripe_subscription_id ?? '' };
};
const buyCredit = async (caller: Caller, how: object = {}): Promise<string> => {
  const session = sessionOf(await caller.billing.createPayment({}));
  expect((await lab.act('checkouts', session, 'complete', how)).status).toBe(200);
  return session;
};

describe('access by Stripe subscription status (S6)', () => {
  it.each([
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['unpaid', false],
    ['canceled', false],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['paused', false],
    ['some_new_state', false],
  ])('%s', async (status, open) => {
    const { company, caller } = await subscriber();
    lab.wire.rewrite = (path, body) =>
      path.startsWith('/v1/subscriptions?') ? body.replaceAll('"status":"active"', `"status":"${status}"`) : body;
    await applyStripePlan(lab.deps, company.id);
    expect(await lab.row(company)).toMatchObject({ stripe_status: status, subscribed: open });
    expect((await caller.subscription.check()).subscribed).toBe(open);
    expect(await caller.billing.status()).toMatchObject({ hasDashboard: open, pastDue: status === 'past_due' });
    // a plan that failed or ended includes no quotes
    expect((await caller.subscription.check()).quotesRemaining).toBe(open ? 500 : 0);
  });

  it('past due keeps access through the paid period, then ends it, and a payment restores it', async () => {
    const { company, caller, id } = await subscriber();
    const paidUntil = (await lab.row(company)).subscription_end ?? new Date(0);
    await lab.act('subscriptions', id, 'fail');
    await lab.work();
    expect(await lab.row(company)).toMatchObject({ stripe_status: 'past_due', subscription_end: paidUntil });
    expect((await caller.subscription.check()).subscribed).toBe(true);
    lab.app.clock.set(new Date(paidUntil.getTime() + SECOND));
    expect((await caller.subscription.check()).subscribed).toBe(false);
    await lab.act('subscriptions', id, 'renew');
    await lab.work();
    expect((await caller.subscription.check()).subscribed).toBe(true);
  });

  it('renewing moves the period and its quotes; ending removes access; resubscribing restores it', async () => {
    const { company, caller, id } = await subscriber(PRICES.starter);
    const first = await lab.row(company);
    await lab.act('subscriptions', id, 'renew');
    await lab.work();
    const second = await lab.row(company);
    expect(second.period_start).toEqual(first.subscription_end);
    expect(Number(second.subscription_end)).toBeGreaterThan(Number(first.subscription_end));
    await lab.act('subscriptions', id, 'cancel');
    await lab.work();
    expect(await caller.subscription.check()).toMatchObject({ subscribed: false, subscriptionTier: 'starter' });
    const { url } = await caller.billing.createCheckout({ priceId: PRICES.pro, subscriptionType: 'subscription' });
    await lab.act('checkouts', sessionOf({ url }), 'complete');
    await lab.work();
    expect(await caller.subscription.check()).toMatchObject({ subscribed: true, subscriptionTier: 'pro' });
  });

  it('a plan canceled at the end of its period runs until then and no longer, even if Stripe reports the end late', async () => {
    const { company, caller, id } = await subscriber();
    await lab.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await lab.work();
    expect(await caller.billing.status()).toMatchObject({ cancelAtPeriodEnd: true, hasDashboard: true });
    lab.app.clock.set(new Date(((await lab.row(company)).subscription_end ?? start).getTime() + SECOND));
    expect((await caller.subscription.check()).subscribed).toBe(false);
  });

  it('a changed plan takes effect at once', async () => {
    const { caller, id } = await subscriber(PRICES.starter);
    expect(await caller.billing.status()).toMatchObject({ features: { branding: false } });
    const item = (await lab.stripe.subscriptions.retrieve(id)).items.data[0]?.id ?? '';
    await lab.stripe.subscriptions.update(id, { items: [{ id: item, price: PRICES.pro }] });
    await lab.work();
    expect(await caller.billing.status()).toMatchObject({ tier: 'pro', features: { branding: true } });
    expect((await caller.subscription.check()).quotesRemaining).toBe(500);
  });
});

describe('when Stripe doesn’t answer', () => {
  const refusalOf = async (work: Promise<unknown>): Promise<AppError> =>
    (
      await work.then(
        () => Promise.reject(new Error("it wasn't refused")),
        (error: { cause: AppError }) => error,
      )
    ).cause;

  it('paying customers keep access, and nobody else gets it (spec:4.13)', async () => {
    const { company, caller, id } = await subscriber();
    const stranger = await lab.app.a.company({ subscription: { subscribed: false, stripe_status: 'canceled' } });
    lab.wire.cut = () => true;
    await expect(reconcile(lab.deps)).rejects.toThrow('connection to Stripe');
    lab.app.clock.advance(60 * DAY);
    expect((await caller.subscription.check()).subscribed).toBe(true);
    expect((await (await lab.app.callerFor(stranger)).subscription.check()).subscribed).toBe(false);
    lab.wire.cut = () => false;
    await lab.act('subscriptions', id, 'cancel');
    await lab.work();
    lab.wire.cut = () => true;
    expect((await caller.subscription.check()).subscribed).toBe(false);
    expect((await lab.row(company)).stripe_status).toBe('canceled');
  });

  it('reports it only if no state was ever known (spec:4.13 spec:8.8)', async () => {
    const company = await lab.app.a.company({ subscription: { subscribed: false } });
    const caller = await lab.app.callerFor(company);
    lab.wire.cut = () => true;
    expect(await refusalOf(caller.subscription.check())).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'Failed to check subscription status',
    });
    const { id } = await lab.stripe.customers.create({ email: company.email });
    await lab.deps.system
      .updateTable('subscribers')
      .set({ stripe_customer_id: id, stripe_subscription_id: null })
      .where('company_id', '=', company.id)
      .execute();
    lab.wire.cut = () => false;
    expect((await caller.subscription.check()).subscribed).toBe(false);
    lab.wire.cut = () => true;
    expect((await caller.subscription.check()).subscribed).toBe(false);
  });
});

describe('lost events', () => {
  const loseEvents = async () => {
    await lab.arrived();
    await lab.deps.system
      .updateTable('stripe_events')
      .set({ processed_at: start })
      .where('processed_at', 'is', null)
      .execute();
  };

  it('are recovered by a check, which finds the paid plan and credit (spec:4.8 spec:4.12)', async () => {
    const company = await lab.app.a.company({
      subscription: { subscribed: false, stripe_customer_id: null, stripe_subscription_id: null },
    });
    const caller = await lab.app.callerFor(company);
    await buyCredit(caller);
    await loseEvents();
    expect(await caller.subscription.check()).toMatchObject({ subscribed: true, quotesRemaining: 1 });
    // another check makes no request to Stripe
    const asked = lab.wire.asked.length;
    await caller.subscription.check();
    expect(lab.wire.asked.length).toBe(asked);
  });

  it('are found by the nightly comparison, once a night, after a missed night too', async () => {
    const { company, id } = await subscriber();
    await lab.act('subscriptions', id, 'cancel');
    await loseEvents();
    expect((await lab.row(company)).subscribed).toBe(true);
    lab.app.clock.advance(3 * DAY);
    expect(await isReconciliationDue(lab.deps.system, lab.app.clock.now())).toBe(true);
    expect(await reconcile(lab.deps)).toBeGreaterThan(0);
    expect(await lab.row(company)).toMatchObject({ subscribed: false, stripe_status: 'canceled' });
    expect(await isReconciliationDue(lab.deps.system, lab.app.clock.now())).toBe(false);
    expect(await reconcile(lab.deps)).toBe(0);
    expect(lastNight(new Date('2026-11-21T07:59:00Z'))).toEqual(new Date('2026-11-20T08:00:00Z'));
    expect(lastNight(new Date('2026-11-21T08:00:00Z'))).toEqual(new Date('2026-11-21T08:00:00Z'));
  });

  it('don’t change a plan that Stripe doesn’t have, so a wrong key locks no one out', async () => {
    const company = await lab.app.a.company();
    lab.app.clock.advance(6 * DAY);
    await reconcile(lab.deps);
    expect(await lab.row(company)).toMatchObject({ subscribed: true, subscription_tier: 'pro' });
  });
});

it('an open dashboard is notified of its plan (spec:7.26)', async () => {
  const { company, id } = await subscriber();
  const stop = new AbortController();
  const heard = lab.app.deps.leadChanges.subscribe(company.id, stop.signal);
  await heard.next();
  await lab.act('subscriptions', id, 'cancel');
  await lab.work();
  expect((await heard.next()).value).toEqual({ leadId: null });
  stop.abort();
});
