import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkPayments } from '#core/features/payments/reconcile-payments.ts';
import { startEstimatePayment } from '#core/features/payments/start-estimate-payment.ts';
import { readCsv } from '#shared/features/leads/lead-csv.file.ts';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import { addDays, localDateOf } from '#shared/primitives/local-date.ts';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { refusalOf } from '../../../../test/refusal.ts';
import { type Job, paymentsOf, queuedFor, sign, startJob, statusOf, timelineOf } from '../../../../test/payments.ts';

// The job costs $1,702.08 with a deposit of one half, $851.04.
const TOTAL = 170_208;
const DEPOSIT = 85_104;

const AMOUNT_HINT = 'Enter an amount from $0.01 to $10,000,000.00, such as 1500';
const DAY_HINT = 'Enter a day, such as 2026-12-01';

let lab: BillingLab;
const start = new Date();
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());
afterEach(() => {
  lab.wire.cut = () => false;
  lab.wire.lose = () => false;
  lab.app.clock.set(start);
});

const signedJob = async (): Promise<Job> => {
  const job = await startJob(lab);
  await sign(lab, job);
  return job;
};
const today = ({ company }: Job) => localDateOf(lab.app.clock.now(), company.time_zone);
let keys = 0;
const check = (job: Job, cents: number, more: object = {}) =>
  job.caller.payments.record({
    estimateId: job.estimate.id,
    method: 'check',
    cents,
    receivedOn: today(job),
    reference: '#1042',
    idempotencyKey: `key-${(keys += 1)}`,
    ...more,
  });
const openCheckout = async ({ company, estimate }: Job, what: 'deposit' | 'balance' | 'full' = 'deposit') =>
  sessionOf(await startEstimatePayment(lab.deps, { companyId: company.id, estimateId: estimate.id, what }));
const payOnline = async (job: Job, what: 'deposit' | 'balance' | 'full' = 'deposit') => {
  const session = await openCheckout(job, what);
  await lab.act('checkouts', session, 'complete');
  await lab.work();
  const payment = (await paymentsOf(lab, job)).find((one) => one.stripe_session_id === session);
  if (!payment) throw new Error('no payment');
  return { ...payment, session };
};
const moneyOf = async ({ caller, estimate }: Job) => {
  const { totalCents, receivedCents, refundedCents, balanceCents } = await caller.estimates.get({
    estimateId: estimate.id,
  });
  return { totalCents, receivedCents, refundedCents, balanceCents };
};
const refundsAtStripe = async ({ account }: Job) =>
  (await lab.stripe.refunds.list({ limit: 100 }, { stripeAccount: account })).data.map(({ amount }) => amount);

describe('a check', () => {
  it('counts like a card payment, and only once for one key', async () => {
    const job = await signedJob();
    const given = { idempotencyKey: 'the same', cents: DEPOSIT };
    const answers = await Promise.all(Array.from({ length: 5 }, () => check(job, DEPOSIT, given)));
    expect(new Set(answers.map(({ paymentId }) => paymentId)).size).toBe(1);
    expect(answers[0]?.balanceCents).toBe(TOTAL - DEPOSIT);
    expect(await moneyOf(job)).toEqual({
      totalCents: TOTAL,
      receivedCents: DEPOSIT,
      refundedCents: 0,
      balanceCents: TOTAL - DEPOSIT,
    });
    expect(await statusOf(lab, job)).toEqual({ lead: 'paid', estimate: 'deposit_paid' });
    expect(await job.caller.leads.get({ leadId: job.lead.id })).toMatchObject({
      receivedCents: DEPOSIT,
      balanceCents: TOTAL - DEPOSIT,
    });
    const [listed] = (await job.caller.payments.list({ leadId: job.lead.id })).items;
    expect(listed).toMatchObject({ byHand: true, method: 'check', reference: '#1042', receivedOn: today(job) });
    expect((await timelineOf(lab, job)).toSorted()).toEqual(['payment', 'status_changed']);
    expect(await queuedFor(lab, job)).toEqual(['payment.receipt email']);
    expect(await refusalOf(check(job, 1_000, { idempotencyKey: 'the same' }))).toMatchObject({ code: 'CONFLICT' });
    await check(job, TOTAL - DEPOSIT);
    expect(await statusOf(lab, job)).toMatchObject({ estimate: 'paid' });
    expect(await job.caller.payments.owed()).toEqual([]);
  });

  it('below the deposit doesn’t make the lead paid', async () => {
    const job = await signedJob();
    await check(job, 10_000);
    expect(await statusOf(lab, job)).toEqual({ lead: 'estimate_sent', estimate: 'deposit_paid' });
  });

  it('above the balance asks first, and is refused for a day to come or an unsigned estimate', async () => {
    const job = await startJob(lab);
    expect(await refusalOf(check(job, 100))).toMatchObject({ code: 'CONFLICT' });
    await sign(lab, job);
    expect(await refusalOf(check(job, TOTAL + 1))).toMatchObject({ code: 'CONFLICT' });
    expect(await refusalOf(check(job, 100, { receivedOn: addDays(today(job), 1) }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { receivedOn: 'Choose today or an earlier day' },
    });
    for (const receivedOn of ['2026-02-30', '2026-1-1', '1999-12-31', 'yesterday'])
      expect(await refusalOf(check(job, 100, { receivedOn }))).toMatchObject({
        fields: { receivedOn: DAY_HINT },
      });
    for (const cents of [0, -1, 0.5, 1_000_000_001])
      expect(await refusalOf(check(job, cents))).toMatchObject({ fields: { cents: AMOUNT_HINT } });
    expect(await paymentsOf(lab, job)).toEqual([]);
    const { balanceCents } = await check(job, TOTAL + 500, { over: true });
    expect(balanceCents).toBe(-500);
  });

  it('is only for owners and managers', async () => {
    const job = await signedJob();
    for (const role of ['sales', 'viewer'] as const) {
      const { userId } = await lab.app.a.member(job.company, role);
      const caller = await lab.app.callerFor(job.company, { userId, role });
      const given = { estimateId: job.estimate.id, cents: 100, receivedOn: today(job), idempotencyKey: role };
      expect(await refusalOf(caller.payments.record({ ...given, method: 'cash' }))).toMatchObject({
        code: 'FORBIDDEN',
      });
    }
  });

  it('that was voided counts nowhere, and says why', async () => {
    const job = await signedJob();
    const { paymentId } = await check(job, TOTAL);
    const voided = () => job.caller.payments.void({ paymentId, reason: 'The check bounced' });
    expect(await voided()).toEqual({ paymentId, balanceCents: TOTAL });
    expect(await voided()).toEqual({ paymentId, balanceCents: TOTAL });
    expect(await statusOf(lab, job)).toEqual({ lead: 'estimate_sent', estimate: 'accepted' });
    expect(await moneyOf(job)).toMatchObject({ receivedCents: 0, balanceCents: TOTAL });
    expect((await timelineOf(lab, job)).filter((kind) => kind === 'payment voided')).toHaveLength(1);
    const [listed] = (await job.caller.payments.list({ leadId: job.lead.id })).items;
    expect(listed).toMatchObject({ status: 'voided', reason: 'The check bounced' });
    expect(await refusalOf(job.caller.payments.refund({ paymentId, idempotencyKey: 'x' }))).toMatchObject({
      code: 'CONFLICT',
    });
    const card = await payOnline(job);
    expect(await refusalOf(job.caller.payments.void({ paymentId: card.id, reason: 'No' }))).toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('that was voided leaves the lead paid if another payment came', async () => {
    const job = await signedJob();
    const { paymentId } = await check(job, DEPOSIT);
    await check(job, 500);
    await job.caller.payments.void({ paymentId, reason: 'Recorded twice' });
    expect(await statusOf(lab, job)).toMatchObject({ lead: 'paid' });
  });

  it('is in the exported list, as what was kept and what is left', async () => {
    const job = await signedJob();
    const cells = async () => {
      const { head, rows } = readCsv((await job.caller.leads.exportCsv({})).csv);
      return ['Received', 'Balance'].map((name) => rows[0]?.cells[head.indexOf(name)]);
    };
    expect(await cells()).toEqual(['0.00', '1702.08']);
    const { paymentId } = await check(job, TOTAL + 500, { over: true });
    expect(await cells()).toEqual(['1707.08', '-5.00']);
    await job.caller.payments.refund({ paymentId, cents: 20_500, idempotencyKey: 'back' });
    expect(await cells()).toEqual(['1502.08', '200.00']);
    await job.caller.payments.void({ paymentId, reason: 'The check bounced' });
    expect(await cells()).toEqual(['0.00', '1702.08']);
  });

  it('received earlier counts in the month in which it was received', async () => {
    const job = await signedJob();
    const receivedOn = addDays(today(job), -40);
    await check(job, 5_000, { receivedOn });
    const [row] = await paymentsOf(lab, job);
    expect(localDateOf(row?.paid_at ?? new Date(0), job.company.time_zone)).toBe(receivedOn);
  });
});

describe('a check while a checkout is open', () => {
  it('expires the checkout at Stripe', async () => {
    const job = await signedJob();
    const session = await openCheckout(job);
    await check(job, DEPOSIT);
    const { status } = await lab.stripe.checkout.sessions.retrieve(session, {}, { stripeAccount: job.account });
    expect(status).toBe('expired');
    await lab.work();
    expect((await paymentsOf(lab, job)).map((one) => one.status)).toEqual(['expired', 'succeeded']);
  });

  it('is recorded although Stripe doesn’t answer, and the sweep expires the checkout', async () => {
    const job = await signedJob();
    const session = await openCheckout(job);
    lab.wire.cut = (path) => path.includes('/expire');
    expect(await check(job, TOTAL)).toMatchObject({ balanceCents: 0 });
    lab.wire.cut = () => false;
    lab.app.clock.advance(2 * MINUTE);
    await checkPayments(lab.deps);
    const { status } = await lab.stripe.checkout.sessions.retrieve(session, {}, { stripeAccount: job.account });
    expect(status).toBe('expired');
  });

  it('in the same second as the card leaves the extra to be given back', async () => {
    const job = await signedJob();
    await payOnline(job);
    const session = await openCheckout(job, 'balance');
    await Promise.all([lab.act('checkouts', session, 'complete'), check(job, TOTAL - DEPOSIT)]);
    await lab.work();
    await checkPayments(lab.deps);
    const card = (await paymentsOf(lab, job)).find((one) => one.stripe_session_id === session);
    const paid = card?.status === 'succeeded';
    expect(await moneyOf(job)).toMatchObject({ balanceCents: paid ? DEPOSIT - TOTAL : 0 });
    expect(card?.status === 'expired' || card?.extra).toBe(true);
    if (!paid || !card) return;
    await job.caller.payments.refund({ paymentId: card.id, cents: TOTAL - DEPOSIT, idempotencyKey: 'back' });
    expect(await moneyOf(job)).toMatchObject({ balanceCents: 0 });
  });

  it('that the card beat is too much by exactly the difference', async () => {
    const job = await signedJob();
    const session = await openCheckout(job, 'full');
    // The homeowner has paid, but we don't know it yet.
    await lab.act('checkouts', session, 'complete');
    await check(job, 100_000);
    await lab.work();
    expect(await moneyOf(job)).toMatchObject({ receivedCents: TOTAL + 100_000, balanceCents: -100_000 });
    const card = (await paymentsOf(lab, job)).find(({ by_hand: byHand }) => !byHand);
    expect((await paymentsOf(lab, job)).some(({ extra }) => extra)).toBe(true);
    await job.caller.payments.refund({ paymentId: card?.id ?? '', cents: 100_000, idempotencyKey: 'extra' });
    expect(await moneyOf(job)).toMatchObject({ refundedCents: 100_000, balanceCents: 0 });
    expect(await refundsAtStripe(job)).toEqual([100_000]);
  });
});

describe('a refund', () => {
  it('pressed ten times is one refund, in full or in part', async () => {
    const job = await signedJob();
    const { id: paymentId } = await payOnline(job);
    const press = () => job.caller.payments.refund({ paymentId, cents: 10_000, idempotencyKey: 'ten' });
    const answers = await Promise.all(Array.from({ length: 10 }, press));
    for (const answer of answers) {
      expect(answer.refundedCents).toBe(10_000);
      expect(answer.stripeUrl).toMatch(/^https:\/\/dashboard\.stripe\.com\/acct_\w+\/test\/payments\/pi_\w+$/);
    }
    await lab.work();
    expect(await refundsAtStripe(job)).toEqual([10_000]);
    expect(await moneyOf(job)).toMatchObject({ refundedCents: 10_000, balanceCents: TOTAL - DEPOSIT + 10_000 });
    expect((await timelineOf(lab, job)).filter((kind) => kind === 'refund')).toHaveLength(1);
    expect(await job.caller.payments.refund({ paymentId, idempotencyKey: 'rest' })).toMatchObject({
      refundedCents: DEPOSIT,
    });
    expect((await refundsAtStripe(job)).toSorted((a, b) => a - b)).toEqual([10_000, DEPOSIT - 10_000]);
  });

  it('gives back at most what came in, also from two windows at once', async () => {
    const job = await signedJob();
    const { id: paymentId } = await payOnline(job);
    expect(
      await refusalOf(job.caller.payments.refund({ paymentId, cents: DEPOSIT + 1, idempotencyKey: 'a' })),
    ).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { cents: 'At most $851.04 of this payment can be refunded' },
    });
    const two = await Promise.allSettled(
      ['b', 'c'].map((idempotencyKey) => job.caller.payments.refund({ paymentId, cents: 60_000, idempotencyKey })),
    );
    expect(two.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await refundsAtStripe(job)).toEqual([60_000]);
    await job.caller.payments.refund({ paymentId, idempotencyKey: 'd' });
    expect(await refusalOf(job.caller.payments.refund({ paymentId, idempotencyKey: 'e' }))).toMatchObject({
      fields: { cents: 'All of this payment was already refunded' },
    });
  });

  it('whose answer is lost happens once, whether the member or the sweep tries again', async () => {
    for (const again of ['member', 'sweep'] as const) {
      const job = await signedJob();
      const { id: paymentId } = await payOnline(job);
      const press = () => job.caller.payments.refund({ paymentId, cents: 700, idempotencyKey: again });
      lab.wire.lose = (path) => path.startsWith('/v1/refunds');
      expect(await refusalOf(press())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
      lab.wire.lose = () => false;
      if (again === 'member') await press();
      else {
        lab.app.clock.advance(2 * MINUTE);
        await checkPayments(lab.deps);
      }
      expect(await refundsAtStripe(job)).toEqual([700]);
      expect(await moneyOf(job)).toMatchObject({ refundedCents: 700 });
    }
  });

  it('that was stored before the process was killed is made by the sweep, also a day later', async () => {
    const job = await signedJob();
    const { id: paymentId } = await payOnline(job);
    lab.wire.cut = (path) => path.startsWith('/v1/refunds');
    await expect(job.caller.payments.refund({ paymentId, idempotencyKey: 'killed' })).rejects.toBeTruthy();
    lab.wire.cut = () => false;
    await lab.deps.system
      .updateTable('stripe_operations')
      .set({ created_at: new Date(Date.now() - 2 * DAY) })
      .where('company_id', '=', job.company.id)
      .where('kind', '=', 'refund')
      .execute();
    lab.app.clock.advance(2 * MINUTE);
    await checkPayments(lab.deps);
    await checkPayments(lab.deps);
    expect(await refundsAtStripe(job)).toEqual([DEPOSIT]);
    expect(await statusOf(lab, job)).toMatchObject({ estimate: 'refunded' });
  });

  it('of a check is noted without Stripe', async () => {
    const job = await signedJob();
    const { paymentId } = await check(job, TOTAL + 2_500, { over: true });
    lab.wire.asked.length = 0;
    expect(await job.caller.payments.refund({ paymentId, cents: 2_500, idempotencyKey: 'cash back' })).toEqual({
      refundedCents: 2_500,
      stripeUrl: null,
    });
    expect(lab.wire.asked).toEqual([]);
    expect(await moneyOf(job)).toMatchObject({ refundedCents: 2_500, balanceCents: 0 });
  });

  it('that Stripe refuses changes nothing and says so', async () => {
    const job = await signedJob();
    const { id: paymentId, session } = await payOnline(job);
    // Refunded in Stripe itself, before its event arrives.
    await lab.act('payments', session, 'refund', {});
    expect(await refusalOf(job.caller.payments.refund({ paymentId, idempotencyKey: 'late' }))).toMatchObject({
      code: 'CONFLICT',
    });
    await lab.work();
    expect(await moneyOf(job)).toMatchObject({ refundedCents: DEPOSIT });
    expect(await refundsAtStripe(job)).toEqual([DEPOSIT]);
  });
});

it('charges the amount of the payment’s own row', async () => {
  const job = await signedJob();
  const session = await openCheckout(job);
  const [row] = await paymentsOf(lab, job);
  const { request } = await lab.deps.system
    .selectFrom('stripe_operations')
    .select('request')
    .where('id', '=', row?.operation_id ?? '')
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(request)).not.toMatch(/amount|fee|85104/i);
  const { amount_total: total } = await lab.stripe.checkout.sessions.retrieve(
    session,
    {},
    { stripeAccount: job.account },
  );
  expect(total).toBe(row?.amount_cents);
});
