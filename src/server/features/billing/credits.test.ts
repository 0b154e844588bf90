import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type BillingLab, PRICES, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import type { Caller } from '../../../../test/caller.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());
const start = new Date();
afterEach(() => {
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
const ledger = (company: CompanyRow) =>
  lab.deps.system
    .selectFrom('quota_ledger')
    .select(['kind', 'delta', 'reason'])
    .where('company_id', '=', company.id)
    .orderBy('id')
    .execute();

describe('lead credits', () => {
  it('are granted by the payment, not the page: a bank debit grants once, when it clears (S3) (spec:3.5)', async () => {
    const { company, caller, id } = await subscriber();
    await lab.act('subscriptions', id, 'cancel');
    const session = await buyCredit(caller, { paymentStatus: 'unpaid' });
    await lab.work();
    expect((await lab.row(company)).usage_count).toBe(0);
    expect(await caller.billing.checkoutStatus({ sessionId: session })).toEqual({
      state: 'confirming',
      what: 'credit',
    });
    await lab.act('payments', session, 'settle', { outcome: 'succeeded' });
    await lab.work();
    expect(await lab.row(company)).toMatchObject({
      usage_count: 1,
      subscribed: true,
      subscription_tier: 'pay_as_you_go',
    });
    const refused = await buyCredit(caller, { paymentStatus: 'unpaid' });
    await lab.act('payments', refused, 'settle', { outcome: 'failed' });
    await lab.work();
    expect((await lab.row(company)).usage_count).toBe(1);
    expect(await caller.billing.checkoutStatus({ sessionId: refused })).toMatchObject({ state: 'failed' });
    // processing all events again grants no additional credit
    await lab.deps.system.updateTable('stripe_events').set({ processed_at: null }).execute();
    await lab.work();
    expect((await ledger(company)).map(({ kind }) => kind)).toEqual(['credit_bought']);
  });

  it('are revoked with the payment: a refund removes an unspent one; a spent one is recorded', async () => {
    const { company, caller, id } = await subscriber();
    await lab.act('subscriptions', id, 'cancel');
    const [one, two] = [await buyCredit(caller), await buyCredit(caller)];
    await lab.work();
    expect((await lab.row(company)).usage_count).toBe(2);
    await lab.act('payments', one, 'refund', { amountCents: 400 });
    await lab.work();
    expect((await lab.row(company)).usage_count).toBe(2);
    await lab.act('payments', one, 'refund');
    await lab.work();
    expect((await lab.row(company)).usage_count).toBe(1);
    const material = await lab.app.a.material(company, { name: 'Vinyl' });
    const lead = await lab.app.a.lead(company);
    await caller.estimates.send({ leadId: lead.id, perimeter: 100, materialId: material.id, gateCount: 0 });
    await lab.act('payments', two, 'refund');
    await lab.work();
    expect(await lab.row(company)).toMatchObject({ usage_count: 0, subscribed: false });
    const rows = await ledger(company);
    expect(rows.map(({ kind, delta }) => [kind, delta])).toEqual([
      ['credit_bought', 1],
      ['credit_bought', 1],
      ['credit_refunded', -1],
      ['credit_used', -1],
      ['credit_refunded', 0],
    ]);
    expect(rows.at(-1)?.reason).toContain('already used');
  });

  it('give access while one of them is paid: refunding the last ends it', async () => {
    const { company, caller, id } = await subscriber();
    await lab.act('subscriptions', id, 'cancel');
    const [one, two] = [await buyCredit(caller), await buyCredit(caller)];
    await lab.work();
    const hasDashboard = async () => (await caller.subscription.check()).subscribed;
    await lab.act('payments', one, 'refund');
    await lab.work();
    expect([await hasDashboard(), (await lab.row(company)).usage_count]).toEqual([true, 1]);
    await lab.act('payments', two, 'refund');
    await lab.work();
    expect(await lab.row(company)).toMatchObject({
      usage_count: 0,
      subscribed: false,
      credits_bought_at: null,
    });
    expect(await hasDashboard()).toBe(false);
    // processing all events again, in any order, changes nothing
    await lab.deps.system.updateTable('stripe_events').set({ processed_at: null }).execute();
    await lab.work();
    expect(await hasDashboard()).toBe(false);
    await buyCredit(caller);
    await lab.work();
    expect([await hasDashboard(), (await lab.row(company)).usage_count]).toEqual([true, 1]);
  });

  it('give no access while the only payment is disputed or if the dispute is lost, but restore it if the dispute is won', async () => {
    const { company, caller, id } = await subscriber();
    await lab.act('subscriptions', id, 'cancel');
    const session = await buyCredit(caller);
    await lab.work();
    const opened: boolean[] = [];
    for (const outcome of [{}, { outcome: 'won' }]) {
      await lab.act('payments', session, 'dispute', outcome);
      await lab.work();
      opened.push((await caller.subscription.check()).subscribed);
    }
    const another = await buyCredit(caller);
    await lab.work();
    await lab.act('payments', session, 'refund');
    await lab.act('payments', another, 'dispute');
    await lab.act('payments', another, 'dispute', { outcome: 'lost' });
    await lab.work();
    opened.push((await caller.subscription.check()).subscribed);
    expect(opened).toEqual([false, true, false]);
    expect((await lab.row(company)).usage_count).toBe(0);
  });

  it('when refunded don’t reopen an ended plan, in any order of events', async () => {
    const { company, caller, id } = await subscriber();
    await lab.act('subscriptions', id, 'cancel');
    await lab.work();
    const before = await lab.row(company);
    const session = await buyCredit(caller);
    await lab.work();
    await lab.act('payments', session, 'refund');
    await lab.work();
    const { credits_bought_at: _none, ...after } = await lab.row(company);
    expect(before).toMatchObject(after);
  });

  it('when refunded don’t affect a paying plan, or credits missing from the ledger', async () => {
    const { company, caller } = await subscriber();
    const session = await buyCredit(caller);
    await lab.work();
    const before = await lab.row(company);
    await lab.act('payments', session, 'refund');
    await lab.work();
    expect(await lab.row(company)).toMatchObject({
      subscribed: true,
      subscription_tier: before.subscription_tier,
      subscription_end: before.subscription_end,
      credits_bought_at: null,
    });
    const early = await lab.app.a.company({
      subscription: {
        subscribed: true,
        subscription_tier: 'pay_as_you_go',
        subscription_end: null,
        stripe_customer_id: null,
        stripe_subscription_id: null,
        credits_bought_at: new Date('2025-01-01T00:00:00Z'),
      },
    });
    const theirs = await lab.app.callerFor(early);
    const bought = await buyCredit(theirs);
    await lab.work();
    await lab.act('payments', bought, 'refund');
    await lab.work();
    expect((await theirs.subscription.check()).subscribed).toBe(true);
  });

  it('are held while a payment is disputed, and returned if the dispute is won (S16)', async () => {
    const { company, caller } = await subscriber();
    const session = await buyCredit(caller);
    await lab.work();
    await lab.act('payments', session, 'dispute');
    await lab.work();
    expect((await lab.row(company)).usage_count).toBe(0);
    await lab.act('payments', session, 'dispute', { outcome: 'won' });
    await lab.work();
    expect((await lab.row(company)).usage_count).toBe(1);
    expect((await ledger(company)).reduce((sum, { delta }) => sum + delta, 0)).toBe(1);
  });

  it('are spent after the plan’s own quotes', async () => {
    const { company, caller } = await subscriber(PRICES.starter);
    await buyCredit(caller);
    await lab.work();
    lab.app.clock.set(new Date());
    expect((await caller.subscription.check()).quotesRemaining).toBe(51);
    const material = await lab.app.a.material(company, { name: 'Vinyl' });
    const send = async () =>
      caller.estimates.send({
        leadId: (await lab.app.a.lead(company)).id,
        perimeter: 100,
        materialId: material.id,
        gateCount: 0,
      });
    await send();
    expect((await ledger(company)).at(-1)?.kind).toBe('quote_used');
    await lab.deps.system
      .insertInto('quota_ledger')
      .values({ company_id: company.id, kind: 'granted', delta: -49, at: lab.app.clock.now() })
      .execute();
    await send();
    expect((await ledger(company)).at(-1)?.kind).toBe('credit_used');
    expect((await lab.row(company)).usage_count).toBe(0);
  });
});
