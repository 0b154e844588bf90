import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEstimatePayment } from '#core/features/payments/start-estimate-payment.ts';
import { checkPayments } from '#core/features/payments/reconcile-payments.ts';
import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import {
  handedOutBefore,
  type Job,
  openAccount,
  paymentsOf,
  sign,
  startJob,
  statusOf,
  timelineOf,
} from '../../../../test/payments.ts';

let lab: BillingLab;
const start = new Date();
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());
afterEach(() => {
  lab.wire.cut = () => false;
  lab.wire.lose = () => false;
  lab.sandbox.faults.set('stripe', 'none', null);
  lab.app.clock.set(start);
});

const pay = ({ company, estimate }: Job, what: PaymentKind = 'deposit') =>
  startEstimatePayment(lab.deps, { companyId: company.id, estimateId: estimate.id, what });
const statuses = async (job: Job) => (await paymentsOf(lab, job)).map(({ kind, status }) => `${kind} ${status}`);
const atStripe = (job: Job, url: { url: string }) =>
  lab.stripe.checkout.sessions.retrieve(sessionOf(url), { expand: ['payment_intent'] }, { stripeAccount: job.account });

describe('a homeowner’s checkout', () => {
  it('is a direct charge on the contractor’s account, with our row’s amount and the platform’s fee (S11, S12) (spec:9.7)', async () => {
    const job = await startJob(lab);
    lab.wire.asked.length = 0;
    const url = await pay(job);
    const session = await atStripe(job, url);
    expect(session).toMatchObject({ mode: 'payment', amount_total: 85_104, currency: 'usd', status: 'open' });
    expect(session.customer_email).toBe(job.estimate.customer.email);
    expect(session.success_url).toMatch(/^http:\/\/picket\.test\/estimate\/[\w-]{40,}\?payment=done$/);
    const [payment] = await paymentsOf(lab, job);
    expect(payment).toMatchObject({ kind: 'deposit', status: 'open', amount_cents: 85_104, fee_cents: 851 });
    expect(session.metadata).toMatchObject({ paymentId: payment?.id, estimateId: job.estimate.id });
    const created = lab.wire.asked.find(({ path }) => path === '/v1/checkout/sessions');
    expect(created?.headers).toMatchObject({
      'stripe-account': job.account,
      'idempotency-key': payment?.operation_id,
    });
    expect(created?.form.get('payment_intent_data[application_fee_amount]')).toBe('851');
    expect(created?.form.has('payment_method_types[0]')).toBe(false);
    await lab.act('checkouts', sessionOf(url), 'complete');
    expect((await atStripe(job, url)).payment_intent).toMatchObject({ application_fee_amount: 851 });
  });

  it('stores no token of the private link', async () => {
    const job = await startJob(lab);
    const session = await atStripe(job, await pay(job));
    const token = /estimate\/([\w-]+)\?/.exec(session.success_url ?? '')?.[1] ?? '';
    const operations = await lab.deps.system
      .selectFrom('stripe_operations')
      .selectAll()
      .where('company_id', '=', job.company.id)
      .execute();
    expect(token.length).toBeGreaterThan(40);
    expect(JSON.stringify(operations)).not.toContain(token);
  });

  it('is shared by two tabs, however often they request it', async () => {
    const job = await startJob(lab);
    const urls = await Promise.all([pay(job), pay(job), pay(job)]);
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    expect(await pay(job)).toEqual(urls[0]);
    expect(await statuses(job)).toEqual(['deposit open']);
    const sessions = await lab.stripe.checkout.sessions.list({}, { stripeAccount: job.account });
    expect(sessions.data).toHaveLength(1);
  });

  it('for something else expires the open one first: deposit and full amount are never both paid', async () => {
    const job = await startJob(lab);
    const deposit = await pay(job, 'deposit');
    await handedOutBefore(lab, job);
    const full = await pay(job, 'full');
    const states = [(await atStripe(job, deposit)).status, (await atStripe(job, full)).status];
    expect(states).toEqual(['expired', 'open']);
    await Promise.all(
      [deposit, full].map((url) => lab.act('checkouts', sessionOf(url), 'complete', { paymentStatus: 'paid' })),
    );
    await lab.work();
    const paid = (await paymentsOf(lab, job)).filter(({ status }) => status === 'succeeded');
    expect(paid).toHaveLength(1);
  });

  it('isn’t reopened right after payment', async () => {
    const job = await startJob(lab);
    const url = await pay(job);
    await lab.act('checkouts', sessionOf(url), 'complete');
    // the event of this payment hasn't been processed, so our row is still open
    await expect(pay(job)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This was just paid. Refresh to see it',
    });
    await expect(pay(job, 'full')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await statuses(job)).toEqual(['deposit succeeded']);
    const balance = await pay(job, 'balance');
    expect((await atStripe(job, balance)).amount_total).toBe(85_104);
  });

  it('survives a lost answer and an earlier crash: the next click gets the same checkout (S15)', async () => {
    const job = await startJob(lab);
    lab.wire.lose = (path) => path === '/v1/checkout/sessions';
    await expect(pay(job)).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: 'Failed to initiate payment. Please try again.',
    });
    lab.wire.lose = () => false;
    await pay(job);
    const listed = () => lab.stripe.checkout.sessions.list({}, { stripeAccount: job.account });
    expect((await listed()).data).toHaveLength(1);

    const other = await startJob(lab);
    lab.wire.lose = (path) => path === '/v1/checkout/sessions';
    await expect(pay(other)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    lab.wire.lose = () => false;
    await lab.deps.system
      .updateTable('stripe_operations')
      .set({ created_at: new Date(Date.now() - DAY - HOUR) })
      .where('company_id', '=', other.company.id)
      .execute();
    const url = await pay(other);
    const sessions = await lab.stripe.checkout.sessions.list({}, { stripeAccount: other.account });
    expect(sessions.data.map(({ id }) => id)).toEqual([sessionOf(url)]);
  });

  it('whose id we never received is still marked paid by its event', async () => {
    const job = await startJob(lab);
    lab.wire.lose = (path) => path === '/v1/checkout/sessions';
    await expect(pay(job)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    lab.wire.lose = () => false;
    const [session] = (await lab.stripe.checkout.sessions.list({}, { stripeAccount: job.account })).data;
    await lab.act('checkouts', session?.id ?? '', 'complete');
    await lab.work();
    expect(await statuses(job)).toEqual(['deposit succeeded']);
  });

  it('is replaced after it expired (S2)', async () => {
    const job = await startJob(lab);
    const url = await pay(job);
    await lab.act('checkouts', sessionOf(url), 'expire');
    expect((await pay(job)).url).not.toBe(url.url);
    await lab.work();
    expect(await statuses(job)).toEqual(['deposit expired', 'deposit open']);
  });
});

describe('payment is refused', () => {
  it('for an amount that isn’t due, and for an invalid version', async () => {
    const job = await startJob(lab);
    await expect(pay(job, 'balance')).rejects.toMatchObject({ code: 'CONFLICT' });
    const expired = await startJob(lab, { estimate: { valid_until: '2020-01-01' } });
    await expect(pay(expired)).rejects.toMatchObject({ code: 'ESTIMATE_EXPIRED' });
    const declined = await startJob(lab, { estimate: { status: 'declined' } });
    await expect(pay(declined)).rejects.toMatchObject({ code: 'CONFLICT' });
    await lab.app.a.estimate(job.company, job.lead, { version: 2, total_cents: 200_000 });
    await expect(pay(job)).rejects.toMatchObject({ code: 'ESTIMATE_SUPERSEDED' });
  });

  it('before signing in a state that caps deposits, and always above the cap (C27)', async () => {
    const cap = {
      state: 'MD',
      stateName: 'Maryland',
      combine: 'fraction' as const,
      num: 1,
      den: 3,
      dollars: null,
      overDollars: 0,
      fromIncluded: false,
    };
    const terms = { rule: { kind: 'percent' as const, percent: 50 }, cap, offerFull: true };
    const job = await startJob(lab, { estimate: { deposit_terms: JSON.stringify(terms) } });
    await expect(pay(job)).rejects.toMatchObject({
      message: 'Maryland requires a signature before any payment',
    });
    await sign(lab, job);
    await expect(pay(job, 'full')).rejects.toMatchObject({ code: 'CONFLICT' });
    const url = await pay(job);
    expect((await atStripe(job, url)).amount_total).toBe(56_736);
    await lab.act('checkouts', sessionOf(url), 'complete');
    await lab.work();
    await expect(pay(job, 'balance')).rejects.toMatchObject({
      message: 'You can pay the balance after the work has started',
    });
  });

  it('without an account that can charge, as soon as Stripe reports it (S14)', async () => {
    const none = await startJob(lab, { company: { stripe_account_id: null, stripe_connected: false } });
    await expect(pay(none)).rejects.toMatchObject({ message: 'Online payment isn’t available right now' });
    const job = await startJob(lab);
    // the account was closed in Stripe, but its event hasn't arrived yet
    await lab.stripe.accounts.del(job.account);
    await expect(pay(job)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    await expect(pay(job)).rejects.toMatchObject({ message: 'Online payment isn’t available right now' });
  });

  it('with an explanation if Stripe doesn’t answer (spec:8.13)', async () => {
    const job = await startJob(lab);
    for (const mode of ['http500', 'http429'] as const) {
      lab.sandbox.faults.set('stripe', mode, null);
      await expect(pay(job)).rejects.toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
        message: 'Failed to initiate payment. Please try again.',
      });
    }
    lab.sandbox.faults.set('stripe', 'none', null);
    expect((await pay(job)).url).toContain('/checkout/');
  });
});

describe('values from the contractor’s browser (spec:7.17)', () => {
  it('must match our rows: another amount, account or estimate is refused', async () => {
    const job = await startJob(lab);
    const { caller, estimate } = job;
    const stranger = await startJob(lab);
    const ask = (input: object) =>
      caller.payments.createConnectPayment({ estimateId: estimate.id, amountCents: 85_104, ...input });
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: { cause?: { code?: string } }) => error.cause?.code,
      );
    expect(await codeOf(ask({ amountCents: 85_103 }))).toBe('VALIDATION_FAILED');
    expect(await codeOf(ask({ amountCents: 0 }))).toBe('VALIDATION_FAILED');
    expect(await codeOf(ask({ stripeAccountId: stranger.account }))).toBe('FORBIDDEN');
    expect(await codeOf(ask({ estimateId: stranger.estimate.id }))).toBe('NOT_FOUND');
    expect(await statuses(job)).toEqual([]);
    const url = await ask({
      stripeAccountId: job.account,
      description: 'Deposit',
      customerEmail: 'partner@example.com',
    });
    expect((await atStripe(job, url)).customer_email).toBe('partner@example.com');
    expect(await caller.payments.forEstimate({ estimateId: estimate.id })).toMatchObject({
      connected: true,
      due: { deposit: 85_104, full: 170_208, balance: null },
      onItsWay: { kind: 'deposit', status: 'open' },
      refusal: null,
    });
  });
});

describe('checkouts that must close', () => {
  it('expire when a newer version is sent, and when the account is disconnected', async () => {
    const job = await startJob(lab);
    const url = await pay(job);
    await lab.app.a.estimate(job.company, job.lead, { version: 2 });
    const other = await startJob(lab);
    const theirs = await pay(other);
    await other.caller.payments.disconnect();
    expect((await atStripe(other, theirs)).status).toBe('expired');
    expect(await statuses(other)).toEqual(['deposit expired']);
    await checkPayments(lab.deps);
    expect((await atStripe(job, url)).status).toBe('expired');
    expect(await statuses(job)).toEqual(['deposit expired']);
  });

  it('are resolved by asking Stripe if their event was lost, at the latest at night', async () => {
    const [paid, gone] = [await startJob(lab), await startJob(lab)];
    await lab.act('checkouts', sessionOf(await pay(paid)), 'complete', { paymentStatus: 'unpaid' });
    await lab.act('checkouts', sessionOf(await pay(gone)), 'expire');
    await lab.arrived();
    await lab.deps.system.updateTable('stripe_events').set({ processed_at: new Date() }).execute();
    expect(await checkPayments(lab.deps)).toBe(0);
    lab.app.clock.set(new Date(start.getTime() + DAY));
    expect(await checkPayments(lab.deps)).toBeGreaterThanOrEqual(2);
    expect([...(await statuses(paid)), ...(await statuses(gone))]).toEqual(['deposit processing', 'deposit expired']);
    expect(await statusOf(lab, paid)).toEqual({ lead: 'estimate_sent', estimate: 'sent' });
    expect(await timelineOf(lab, paid)).toEqual(['payment processing']);
    expect(await checkPayments(lab.deps)).toBe(0);
  });

  it('expire even if the account changed, because each payment stores its own', async () => {
    const job = await startJob(lab);
    await lab.act('checkouts', sessionOf(await pay(job)), 'complete');
    await lab.work();
    const next = await openAccount(lab);
    await lab.deps.system
      .updateTable('company_profiles')
      .set({ stripe_account_id: next, stripe_connected: true })
      .where('id', '=', job.company.id)
      .execute();
    const [payment] = await paymentsOf(lab, job);
    await lab.act('payments', payment?.stripe_session_id ?? '', 'refund');
    await lab.work();
    expect(await statuses(job)).toEqual(['deposit refunded']);
    expect((await statusOf(lab, job)).estimate).toBe('refunded');
  });
});
