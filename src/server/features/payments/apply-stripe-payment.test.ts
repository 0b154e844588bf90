import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processEvents } from '#core/features/stripe-events/process-events.ts';
import { confirmPayment } from '#core/features/payments/confirm-payment.ts';
import { startEstimatePayment } from '#core/features/payments/start-estimate-payment.ts';
import type { SystemDb } from '#core/platform/db/system.ts';
import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { DEFAULT_REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { type Job, paymentsOf, queuedFor, startJob, statusOf, timelineOf } from '../../../../test/payments.ts';
import { noteForSoak, soakCount } from '../../../../test/soak-report.ts';
import { tripwire } from '../../../../test/tripwire.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());

const pay = async ({ company, estimate }: Job, what: PaymentKind = 'deposit', how: object = {}): Promise<string> => {
  const of = { companyId: company.id, estimateId: estimate.id };
  const session = sessionOf(await startEstimatePayment(lab.deps, { ...of, what }));
  const { status } = await lab.act('checkouts', session, 'complete', how);
  expect(status).toBe(200);
  return session;
};
const states = async (job: Job) => (await paymentsOf(lab, job)).map(({ kind, status }) => `${kind} ${status}`);

describe('a received payment', () => {
  it('updates lead and estimate, stops the follow-ups and notifies both, once (spec:4.20 spec:1.2)', async () => {
    const job = await startJob(lab, { company: { notify_phone: '+12085550144' } });
    await lab.app.a.followUp(await lab.app.a.schedule(job.company, job.lead));
    lab.app.enqueued.length = 0;
    await pay(job);
    await lab.work();
    // processing all events again changes nothing
    await lab.deps.system.updateTable('stripe_events').set({ processed_at: null }).execute();
    await lab.work();
    expect(await states(job)).toEqual(['deposit succeeded']);
    expect(await statusOf(lab, job)).toEqual({ lead: 'paid', estimate: 'deposit_paid' });
    expect(await timelineOf(lab, job)).toEqual(['payment', 'status_changed', 'schedule_stopped']);
    expect(await queuedFor(lab, job)).toEqual([
      'payment.notice email paid',
      'payment.notice sms paid',
      'payment.receipt email',
    ]);
    expect(lab.app.enqueued).toContain(job.company.id);
    const [payment] = await paymentsOf(lab, job);
    expect(payment).toMatchObject({ method: 'card', refunded_cents: 0, extra: false });
    expect(await job.caller.payments.list({})).toMatchObject({
      items: [{ leadName: job.lead.name, kind: 'deposit', amountCents: 85_104, feeCents: 851, status: 'succeeded' }],
      nextCursor: null,
    });
    await pay(job, 'balance');
    await lab.work();
    expect(await statusOf(lab, job)).toEqual({ lead: 'paid', estimate: 'paid' });
    const page = await job.caller.payments.list({ limit: 1 });
    expect(page.items.map(({ kind }) => kind)).toEqual(['balance']);
    const next = await job.caller.payments.list({ limit: 1, cursor: page.nextCursor });
    expect(next).toMatchObject({ items: [{ kind: 'deposit' }], nextCursor: null });
  });

  it('triggers a balance reminder, and a review request once all is paid, if the company wants them', async () => {
    const job = await startJob(lab);
    const { rules } = DEFAULT_REMINDERS;
    await job.caller.reminders.updateSettings({
      rules: { ...rules, balance: { ...rules.balance, enabled: true }, review: { ...rules.review, enabled: true } },
      reviewUrl: 'https://g.page/r/acme/review',
    });
    await pay(job);
    await lab.work();
    expect(await queuedFor(lab, job)).toContain('reminder.balance email');
    expect(await queuedFor(lab, job)).not.toContain('reminder.review email');
    await pay(job, 'balance');
    await lab.work();
    expect(await queuedFor(lab, job)).toContain('reminder.review email');
  });

  it('by bank is processing first, and paid only when the bank has sent it (S3)', async () => {
    const job = await startJob(lab);
    const session = await pay(job, 'full', { paymentStatus: 'unpaid' });
    await lab.work();
    expect(await states(job)).toEqual(['full processing']);
    expect(await statusOf(lab, job)).toEqual({ lead: 'estimate_sent', estimate: 'sent' });
    expect(await queuedFor(lab, job)).toEqual([]);
    await expect(pay(job, 'deposit')).rejects.toMatchObject({
      message: 'A bank payment of $1,702.08 is processing',
    });
    await lab.act('payments', session, 'settle');
    await lab.work();
    expect(await statusOf(lab, job)).toEqual({ lead: 'paid', estimate: 'paid' });
    expect((await paymentsOf(lab, job))[0]?.method).toBe('us_bank_account');
  });

  it('by bank can fail: nothing was paid, both are notified, and it can be retried', async () => {
    const job = await startJob(lab);
    const session = await pay(job, 'deposit', { paymentStatus: 'unpaid' });
    await lab.act('payments', session, 'settle', { outcome: 'failed' });
    await lab.work();
    expect(await statusOf(lab, job)).toEqual({ lead: 'estimate_sent', estimate: 'sent' });
    expect(await queuedFor(lab, job)).toEqual(['payment.notice email failed', 'payment.failed email']);
    expect((await paymentsOf(lab, job))[0]?.reason).toContain('insufficient funds');
    await pay(job);
    await lab.work();
    expect(await states(job)).toEqual(['deposit failed', 'deposit succeeded']);
  });

  it('is confirmed on return, before the event arrives', async () => {
    const job = await startJob(lab);
    await pay(job);
    await confirmPayment(lab.deps, { companyId: job.company.id, estimateId: job.estimate.id });
    expect(await states(job)).toEqual(['deposit succeeded']);
    await lab.work();
    expect(await timelineOf(lab, job)).toEqual(['payment', 'status_changed']);
  });
});

describe('refunds and disputes', () => {
  it('are never shown as plain paid, while the lead’s status is kept (S16)', async () => {
    const job = await startJob(lab);
    const session = await pay(job, 'full');
    await lab.act('payments', session, 'refund', { amountCents: 10_000 });
    await lab.work();
    expect(await states(job)).toEqual(['full partially_refunded']);
    expect(await statusOf(lab, job)).toEqual({ lead: 'paid', estimate: 'refunded' });
    await lab.act('payments', session, 'refund');
    await lab.work();
    expect(await states(job)).toEqual(['full refunded']);
    expect(await statusOf(lab, job)).toEqual({ lead: 'paid', estimate: 'refunded' });
    const refunds = await lab.deps.system
      .selectFrom('timeline_events')
      .select('data')
      .where('lead_id', '=', job.lead.id)
      .where('kind', '=', 'refund')
      .orderBy('id')
      .execute();
    expect(refunds.reduce((sum, { data }) => sum + Number(data['totalCents']), 0)).toBe(170_208);
    await expect(pay(job)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('a dispute shows as disputed until it’s won, or permanently', async () => {
    const [won, lost] = [await startJob(lab), await startJob(lab)];
    for (const job of [won, lost]) {
      const session = await pay(job);
      await lab.act('payments', session, 'dispute');
      await lab.work();
      expect(await statusOf(lab, job)).toEqual({ lead: 'paid', estimate: 'disputed' });
      await expect(pay(job, 'balance')).rejects.toMatchObject({ message: 'A payment for this estimate is disputed' });
      await lab.act('payments', session, 'dispute', { outcome: job === won ? 'won' : 'lost' });
      await lab.work();
    }
    expect([await states(won), await states(lost)]).toEqual([['deposit succeeded'], ['deposit dispute_lost']]);
    expect((await statusOf(lab, won)).estimate).toBe('deposit_paid');
    expect((await statusOf(lab, lost)).estimate).toBe('disputed');
    expect(await timelineOf(lab, lost)).toEqual(['payment', 'status_changed', 'dispute opened', 'dispute lost']);
    expect((await queuedFor(lab, won)).filter((queued) => queued.includes('dispute'))).toEqual([
      'payment.notice email disputed',
      'payment.notice email dispute_won',
    ]);
  });
});

describe('an event of another account (S10)', () => {
  it('changes nothing, and Stripe isn’t asked if the account is unknown', async () => {
    const [mine, theirs] = [await startJob(lab), await startJob(lab)];
    const session = await pay(mine);
    await lab.arrived();
    await lab.deps.system.updateTable('stripe_events').set({ processed_at: new Date() }).execute();
    lab.wire.asked.length = 0;
    const forged = (account: string, type: string, object: object) => ({
      id: `evt_${account}_${type}`,
      object: 'event',
      type,
      account,
      livemode: false,
      data: { object },
    });
    const intent = (await lab.stripe.paymentIntents.list({}, { stripeAccount: mine.account })).data[0]?.id;
    for (const account of [theirs.account, 'acct_of_nobody']) {
      await lab.post(forged(account, 'checkout.session.completed', { id: session }), { endpoint: 'connect' });
      await lab.post(forged(account, 'charge.refunded', { payment_intent: intent }), { endpoint: 'connect' });
    }
    await processEvents(lab.deps);
    expect(await states(mine)).toEqual(['deposit open']);
    expect(lab.wire.asked.every(({ headers }) => headers['stripe-account'] === theirs.account)).toBe(true);
  });
});

const STEPS = ['deposit', 'full', 'debit', 'settle', 'bounce', 'balance', 'refund', 'part', 'dispute', 'win'] as const;
type Step = (typeof STEPS)[number];

/** Performs one step in Stripe. Skips the step if it's impossible at that point. */
async function take(job: Job, step: Step, sessions: string[]): Promise<void> {
  const last = sessions.at(-1) ?? '';
  const begin = async (what: PaymentKind, how: object = {}) => {
    const session = await pay(job, what, how).catch(() => undefined);
    if (session !== undefined) sessions.push(session);
  };
  if (step === 'deposit' || step === 'full' || step === 'balance') return begin(step);
  if (step === 'debit') return begin('deposit', { paymentStatus: 'unpaid' });
  if (last === '') return;
  if (step === 'settle' || step === 'bounce')
    await lab.act('payments', last, 'settle', { outcome: step === 'settle' ? 'succeeded' : 'failed' });
  else if (step === 'refund' || step === 'part')
    await lab.act('payments', last, 'refund', step === 'part' ? { amountCents: 1_000 } : {});
  else await lab.act('payments', last, 'dispute', step === 'win' ? { outcome: 'won' } : {});
}

const outcome = async (job: Job) => {
  const payments = await paymentsOf(lab, job);
  const paid = payments.filter(({ paid_at: at }) => at !== null);
  const events = await timelineOf(lab, job);
  expect(events.filter((event) => event === 'payment')).toHaveLength(paid.length);
  expect(payments.every(({ extra }) => !extra)).toBe(true);
  return {
    payments: payments.map(({ kind, status, refunded_cents: refunded }) => [kind, status, refunded]),
    ...(await statusOf(lab, job)),
    notices: (await queuedFor(lab, job)).filter((queued) => queued.endsWith('paid')).length,
  };
};

/** Makes all events since then due again in a different order and clears their leases. */
const shuffle = async (seed: number, since: Date) => {
  await lab.arrived();
  const rows = await lab.deps.system
    .selectFrom('stripe_events')
    .select('id')
    .where('received_at', '>=', since)
    .execute();
  for (const [index, { id }] of rows.entries())
    await lab.deps.system
      .updateTable('stripe_events')
      .set({
        processed_at: null,
        claimed_until: null,
        next_attempt_at: new Date(Date.now() - 1_000 - ((index * 7_919 + seed) % 1_009) * 1_000),
      })
      .where('id', '=', id)
      .execute();
};

it(
  'any order, repetition, delay and kill gives the same result as sequential events (seeded runs)',
  { timeout: 120_000 },
  async () => {
    const runs = soakCount('SOAK_RUNS', 3);
    let kills = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 6 }),
        fc.array(fc.integer({ min: 2, max: 25 }), { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 0, max: 10_000 }),
        async (steps, distances, seed) => {
          const [straight, shuffled] = [await startJob(lab), await startJob(lab)];
          const done: string[] = [];
          for (const step of steps) {
            await take(straight, step, done);
            await lab.work();
          }
          const wanted = await outcome(straight);

          const since = new Date();
          let at = 0;
          const wire = tripwire(() => distances[(at += 1) % distances.length] ?? 2);
          const mortal = { ...lab.deps, system: lab.deps.system.withPlugin(wire) as SystemDb };
          const again: string[] = [];
          for (const step of steps) {
            await take(shuffled, step, again);
            await shuffle(seed, since);
            await processEvents(mortal).catch(() => undefined);
            // the next step requires current rows, so two more runs process the remaining events
            await shuffle(seed + 1, since);
            await Promise.all([processEvents(lab.deps), processEvents(lab.deps)]);
          }
          const left = await lab.deps.system
            .selectFrom('stripe_events')
            .select(['type', 'error'])
            .where('processed_at', 'is', null)
            .execute();
          expect(left).toEqual([]);
          expect(await outcome(shuffled)).toEqual(wanted);
          kills += wire.kills();
        },
      ),
      { numRuns: runs, seed: 20_261_121 },
    );
    expect(kills).toBeGreaterThan(runs * 2);
    noteForSoak({ what: 'payments in any order', figures: { runs, kills } });
  },
);
