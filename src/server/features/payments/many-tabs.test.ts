import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { checkPayments } from '#core/features/payments/reconcile-payments.ts';
import { startEstimatePayment } from '#core/features/payments/start-estimate-payment.ts';
import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { handedOutBefore, type Job, paymentsOf, startJob } from '../../../../test/payments.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());
afterEach(() => {
  lab.wire.lose = () => false;
  lab.wire.hold = () => undefined;
  lab.wire.asked.length = 0;
});

const pay = ({ company, estimate }: Job, what: PaymentKind = 'deposit') =>
  startEstimatePayment(lab.deps, { companyId: company.id, estimateId: estimate.id, what });

interface Given {
  url?: string;
  code?: string;
  message?: string;
}

/** Sends these requests concurrently, as from many tabs, and returns the responses. */
const wave = (job: Job, kinds: PaymentKind[]): Promise<Given[]> =>
  Promise.all(
    kinds.map((what) =>
      pay(job, what).catch((error: { code?: string; message?: string }) => ({
        code: error.code ?? 'none',
        message: error.message ?? '',
      })),
    ),
  );

const statuses = async (job: Job) => (await paymentsOf(lab, job)).map(({ kind, status }) => `${kind} ${status}`);
const statusAtStripe = async (job: Job, url: string) =>
  (await lab.stripe.checkout.sessions.retrieve(sessionOf({ url }), {}, { stripeAccount: job.account })).status;
const openAtStripe = async (job: Job) =>
  (await lab.stripe.checkout.sessions.list({ status: 'open' }, { stripeAccount: job.account })).data.map(
    ({ id }) => id,
  );
const expired = () => lab.wire.asked.filter(({ path }) => path.endsWith('/expire'));

const MIXED: PaymentKind[] = Array.from({ length: 12 }, (_each, at) => (at % 2 === 0 ? 'deposit' : 'full'));

it('twelve tabs paying deposit and full amount at once share one open checkout, or are told about it', async () => {
  const job = await startJob(lab);
  const given = await wave(job, MIXED);
  const addresses = new Set(given.flatMap(({ url }) => url ?? []));
  expect(addresses.size).toBe(1);
  const [address = ''] = addresses;
  expect(await statusAtStripe(job, address)).toBe('open');
  expect(await openAtStripe(job)).toEqual([sessionOf({ url: address })]);
  for (const { url, code, message } of given.filter((each) => each.url === undefined))
    expect({ url, code, message }).toEqual({
      url: undefined,
      code: 'CONFLICT',
      message: 'Another payment page was just opened. Use that page, or wait a few seconds and try again',
    });
  await lab.act('checkouts', sessionOf({ url: address }), 'complete', { paymentStatus: 'paid' });
  await lab.work();
  expect((await paymentsOf(lab, job)).filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  expect((await wave(job, MIXED)).filter(({ code }) => code !== 'CONFLICT' && code !== undefined)).toEqual([]);
});

it('in every round, each returned URL is open, and exactly one payment succeeds', async () => {
  const job = await startJob(lab);
  for (const first of ['deposit', 'full', 'deposit'] as const) {
    const given = await wave(job, [first, ...MIXED]);
    for (const { code } of given) expect([undefined, 'CONFLICT']).toContain(code);
    const addresses = [...new Set(given.flatMap(({ url }) => url ?? []))];
    for (const address of addresses) expect(await statusAtStripe(job, address)).toBe('open');
    expect(await openAtStripe(job)).toEqual(addresses.map((url) => sessionOf({ url })));
    await handedOutBefore(lab, job);
  }
  const [open = ''] = await openAtStripe(job);
  const all = await lab.stripe.checkout.sessions.list({}, { stripeAccount: job.account });
  for (const { id } of all.data) await lab.act('checkouts', id, 'complete', { paymentStatus: 'paid' });
  await lab.work();
  const paid = (await paymentsOf(lab, job)).filter(({ status }) => status === 'succeeded');
  expect(paid.map(({ stripe_session_id: session }) => session)).toEqual([open]);
});

it('tabs that ask while Stripe creates the checkout wait for it and get the same', async () => {
  const job = await startJob(lab);
  let made = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    made = resolve;
  });
  lab.wire.hold = (path) => (path === '/v1/checkout/sessions' ? until : undefined);
  const first = pay(job);
  await expect.poll(() => lab.wire.asked.length).toBeGreaterThan(0);
  const others = [pay(job), pay(job)];
  await expect.poll(() => lab.wire.asked.length).toBeGreaterThan(2);
  made();
  const urls = await Promise.all([first, ...others]);
  expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
  expect(await statuses(job)).toEqual(['deposit open']);
});

it('a later request for another purpose expires the old checkout once, under our key, and creates a new one', async () => {
  const job = await startJob(lab);
  const deposit = await pay(job);
  await expect(pay(job, 'full')).rejects.toMatchObject({ code: 'CONFLICT' });
  await handedOutBefore(lab, job);
  const full = await pay(job, 'full');
  expect([await statusAtStripe(job, deposit.url), await statusAtStripe(job, full.url)]).toEqual(['expired', 'open']);
  const [ended] = await paymentsOf(lab, job);
  const operation = await lab.deps.system
    .selectFrom('stripe_operations')
    .selectAll()
    .where('id', '=', ended?.end_operation_id ?? '')
    .executeTakeFirst();
  expect(operation).toMatchObject({ kind: 'checkout.expire', status: 'done', company_id: job.company.id });
  expect(expired().map(({ headers }) => headers['idempotency-key'])).toEqual([operation?.id]);
});

it('a lost response to an expiry is recorded and retried with the same key, and its checkout isn’t returned', async () => {
  const job = await startJob(lab);
  const deposit = await pay(job);
  await handedOutBefore(lab, job);
  lab.wire.lose = (path) => path.endsWith('/expire');
  await expect(pay(job, 'full')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  lab.wire.lose = () => false;
  const again = await pay(job, 'deposit');
  expect(again.url).not.toBe(deposit.url);
  expect(await statusAtStripe(job, again.url)).toBe('open');
  expect(await statuses(job)).toEqual(['deposit expired', 'deposit open']);
  const keys = expired().map(({ headers }) => headers['idempotency-key']);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});

it('the sweep completes an expiry whose process died', async () => {
  const job = await startJob(lab);
  const deposit = await pay(job);
  await handedOutBefore(lab, job);
  lab.wire.cut = (path) => path.endsWith('/expire');
  await expect(pay(job, 'full')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  lab.wire.cut = () => false;
  expect(await statusAtStripe(job, deposit.url)).toBe('open');
  expect(await checkPayments(lab.deps)).toBe(1);
  expect(await statusAtStripe(job, deposit.url)).toBe('expired');
  expect(await statuses(job)).toEqual(['deposit expired']);
});

it('an expiry that Stripe answered with an error is retried under a new key', async () => {
  const job = await startJob(lab);
  await pay(job);
  await handedOutBefore(lab, job);
  lab.sandbox.faults.set('stripe', 'http500', 1);
  await expect(pay(job, 'full')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  const full = await pay(job, 'full');
  expect(await statusAtStripe(job, full.url)).toBe('open');
  expect(new Set(expired().map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});
