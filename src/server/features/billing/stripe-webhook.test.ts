import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { processEvents, retryEvent, waitAfter } from '#core/features/stripe-events/process-events.ts';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import { type BillingLab, PRICES, SECRETS, sessionOf, startBillingLab } from '../../../../test/billing.ts';

let lab: BillingLab;
let made = 0;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());
afterEach(() => {
  lab.wire.cut = () => false;
});

const event = (given: object = {}) => ({
  id: `evt_test_${(made += 1)}`,
  object: 'event',
  type: 'invoice.paid',
  livemode: false,
  created: 1,
  data: { object: { id: 'in_1', customer: 'cus_of_nobody' } },
  ...given,
});
const kept = (id: string) =>
  lab.deps.system.selectFrom('stripe_events').selectAll().where('id', '=', id).executeTakeFirst();

describe('the Stripe webhook endpoint', () => {
  it('stores a valid event once, however often it arrives, and answers before processing it', async () => {
    const one = event();
    const answers = await Promise.all([1, 2, 3].map(() => lab.post(one)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await kept(one.id)).toMatchObject({ type: 'invoice.paid', account: null, processed_at: null, attempts: 0 });
    await processEvents(lab.deps);
    expect(await kept(one.id)).toMatchObject({ note: 'not our customer', error: null, attempts: 1 });
    expect((await kept(one.id))?.processed_at).not.toBeNull();
  });

  it('refuses a missing, invalid, stale or foreign signature with 400 and stores nothing (S8)', async () => {
    const one = event();
    const unsigned = await fetch(`${lab.app.url}/webhooks/stripe`, { method: 'POST', body: JSON.stringify(one) });
    const answers = [
      unsigned,
      await lab.post(one, { secret: 'whsec_of_someone_else' }),
      await lab.post(one, { ageSeconds: 301 }),
      await lab.post(one, { endpoint: 'connect', secret: SECRETS.platform }),
      await lab.post(one, { endpoint: 'platform', secret: SECRETS.connect }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect(await kept(one.id)).toBeUndefined();
    expect((await lab.post(one, { ageSeconds: 290 })).status).toBe(200);
  });

  it('stores an event of the other mode or endpoint as ignored (S10)', async () => {
    const [live, connect, platform] = [event({ livemode: true }), event({ account: 'acct_1' }), event()];
    expect((await lab.post(live)).status).toBe(200);
    expect((await lab.post(connect)).status).toBe(200);
    expect((await lab.post(platform, { endpoint: 'connect' })).status).toBe(200);
    expect(await kept(live.id)).toMatchObject({ note: 'ignored: of live mode', attempts: 0 });
    expect(await kept(connect.id)).toMatchObject({ note: 'ignored: meant for the other endpoint' });
    expect(await kept(platform.id)).toMatchObject({ note: 'ignored: meant for the other endpoint' });
    for (const { id } of [live, connect, platform]) expect((await kept(id))?.processed_at).not.toBeNull();
  });

  it('accepts at most a megabyte, and malformed bodies do no harm', async () => {
    const huge = event({ data: { object: { id: 'x'.repeat(1_100_000) } } });
    expect((await lab.post(huge)).status).toBeGreaterThanOrEqual(400);
    expect(await kept(huge.id)).toBeUndefined();
    const odd = event({ data: { object: { id: 'with a NUL \u0000', customer: ['not', 'an', 'id'] } } });
    expect((await lab.post(odd)).status).toBe(200);
    const stranger = event({
      data: { object: { id: 'in_1', name: String.raw`half \ud800 and \u0000`, half: '\ud800' } },
    });
    expect((await lab.post(stranger)).status).toBe(200);
    expect(await kept(stranger.id)).toMatchObject({
      payload: { data: { object: { name: String.raw`half \ud800 and \u0000`, half: '\ufffd' } } },
    });
    await processEvents(lab.deps);
    expect(await kept(odd.id)).toMatchObject({ note: 'not our customer' });
  });

  it('stores an unknown type and does nothing', async () => {
    const one = event({ type: 'something.new' });
    await lab.post(one);
    await processEvents(lab.deps);
    expect(await kept(one.id)).toMatchObject({ note: 'nothing to do', error: null });
  });
});

describe('a failed event', () => {
  it('stores its error, waits longer each time, and can be retried by hand', async () => {
    const company = await lab.app.a.company({ subscription: { subscribed: false, stripe_customer_id: null } });
    const caller = await lab.app.callerFor(company);
    const session = sessionOf(
      await caller.billing.createCheckout({ priceId: PRICES.pro, subscriptionType: 'subscription' }),
    );
    await lab.act('checkouts', session, 'complete');
    await lab.arrived();
    lab.wire.cut = () => true;
    await processEvents(lab.deps);
    const failed = await lab.deps.system
      .selectFrom('stripe_events')
      .selectAll()
      .where('error', 'is not', null)
      .execute();
    expect(failed.length).toBeGreaterThan(0);
    for (const row of failed) {
      expect(row).toMatchObject({ processed_at: null, claimed_until: null, attempts: 1 });
      expect(row.next_attempt_at > new Date()).toBe(true);
    }
    lab.wire.cut = () => false;
    // the events aren't due for a retry yet
    expect(await processEvents(lab.deps)).toBe(0);
    expect((await lab.row(company)).subscribed).toBe(false);
    for (const { id } of failed) expect(await retryEvent(lab.deps, id)).toBe(true);
    expect(await processEvents(lab.deps)).toBe(failed.length);
    expect(await lab.row(company)).toMatchObject({ subscribed: true, subscription_tier: 'pro' });
    for (const { id } of failed) {
      expect(await kept(id)).toMatchObject({ error: null });
      expect(await retryEvent(lab.deps, id)).toBe(false);
    }
  });

  it('is retried within seconds at first, and at least hourly', () => {
    expect([1, 2, 3].map(waitAfter)).toEqual([5 * SECOND, 10 * SECOND, 20 * SECOND]);
    expect(waitAfter(79)).toBe(HOUR);
  });

  it('held by a killed worker is retried when its lease expires', async () => {
    const one = event();
    await lab.post(one);
    const lease = (until: Date) =>
      lab.deps.system.updateTable('stripe_events').set({ claimed_until: until }).where('id', '=', one.id).execute();
    await lease(new Date(Date.now() + 60 * SECOND));
    expect(await processEvents(lab.deps)).toBe(0);
    await lease(new Date(Date.now() - SECOND));
    expect(await processEvents(lab.deps)).toBe(1);
  });
});

describe('a connected account', () => {
  it('is connected exactly while Stripe allows charges; an unknown account changes nothing (S10, S14)', async () => {
    const { id: ours } = await lab.stripe.accounts.create({ email: 'ours@picket.test' });
    const { id: other } = await lab.stripe.accounts.create({ email: 'other@picket.test' });
    const company = await lab.app.a.company({ stripe_account_id: ours });
    const bystander = await lab.app.a.company({ stripe_account_id: 'acct_bystander', stripe_connected: true });
    const connected = async (of: typeof company) =>
      (
        await lab.deps.system
          .selectFrom('company_profiles')
          .select('stripe_connected')
          .where('id', '=', of.id)
          .executeTakeFirstOrThrow()
      ).stripe_connected;
    await lab.act('accounts', ours, 'complete');
    await lab.act('accounts', other, 'complete');
    await lab.work();
    expect([await connected(company), await connected(bystander)]).toEqual([true, true]);

    // the event contradicts the account's state in Stripe, so it changes nothing
    await lab.post(
      event({ type: 'account.updated', account: ours, data: { object: { id: ours, charges_enabled: false } } }),
      {
        endpoint: 'connect',
      },
    );
    await processEvents(lab.deps);
    expect(await connected(company)).toBe(true);

    await lab.stripe.accounts.del(ours);
    const gone = event({ type: 'account.application.deauthorized', account: ours, data: { object: { id: 'ca_1' } } });
    await lab.post(gone, { endpoint: 'connect' });
    const payout = event({ type: 'payout.failed', account: ours, data: { object: { id: 'po_1' } } });
    await lab.post(payout, { endpoint: 'connect' });
    await processEvents(lab.deps);
    expect([await connected(company), await connected(bystander)]).toEqual([false, true]);
    expect(await kept(payout.id)).toMatchObject({ note: 'a payout failed' });
  });
});
