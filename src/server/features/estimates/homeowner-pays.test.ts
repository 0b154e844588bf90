import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Language } from '#shared/primitives/language.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { openAccount } from '../../../../test/payments.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());

/** Creates a signed estimate of $1,702.08 for the cheaper of two options, at an address in California. */
const signed = async ({ language = 'en' }: { language?: Language } = {}) => {
  const { app } = lab;
  const company = await app.a.company({ stripe_account_id: await openAccount(lab), stripe_connected: true });
  const vinyl = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const wood = await app.a.material(company, { name: '6ft Wood Picket' });
  const lead = await app.a.lead(company, { zip: '95814', language });
  const caller = await app.callerFor(company);
  const fence = { perimeter: 184, gateCount: 1 };
  const options = [vinyl, wood].map(({ name, id }) => ({ label: name, materialId: id, ...fence }));
  const { url, estimateId } = await caller.estimates.send({ leadId: lead.id, materialId: vinyl.id, ...fence, options });
  const token = url.split('/').at(-1) ?? '';
  const page = app.browser().trpc.estimatePage;
  const { options: offered } = await page.get.query({ token });
  await page.accept.mutate({ token, name: 'Dana Whitfield', agreed: true, optionId: offered[1]?.id ?? '' });
  const pay = async (what: 'deposit' | 'full' | 'balance') => {
    const { url: checkout } = await page.pay.mutate({ token, what });
    await lab.act('checkouts', sessionOf({ url: checkout }), 'complete', { paymentStatus: 'paid' });
    await lab.work();
  };
  const html = async (query = '') => (await fetch(`${app.url}/estimate/${token}${query}`)).text();
  return { caller, lead, estimateId, page, token, pay, html, get: () => page.get.query({ token }) };
};

it('pays the signed amounts: the capped deposit, and the balance after work started (C27)', async () => {
  const estimate = await signed();
  expect((await estimate.get()).payment).toMatchObject({
    online: true,
    due: { deposit: 17_020, full: null, balance: null, part: null },
  });
  await expect(estimate.pay('full')).rejects.toMatchObject({ data: { code: 'CONFLICT' } });
  await estimate.pay('deposit');
  const half = await estimate.get();
  expect(half).toMatchObject({
    state: 'deposit_paid',
    payment: { paidCents: 17_020, due: { deposit: null, full: null, balance: null, part: null } },
  });
  expect(await estimate.html()).toContain('You paid $170.20. Thank you.');
  const set = (started: boolean) =>
    estimate.caller.estimates.setWorkStarted({ estimateId: estimate.estimateId, started });
  await set(true);
  await set(true);
  expect((await estimate.get()).payment.due.balance).toBe(153_188);
  await estimate.pay('balance');
  expect(await estimate.get()).toMatchObject({ state: 'paid', payment: { paidCents: 170_208 } });
  expect(await estimate.html()).toContain('This estimate is paid in full. Thank you.');
  const { items } = await estimate.caller.leads.timeline({ leadId: estimate.lead.id });
  expect(items.filter(({ kind }) => kind === 'note')).toHaveLength(1);
});

it('says that a version expired or was replaced, not that it must be signed first', async () => {
  const { app } = lab;
  const company = await app.a.company({ stripe_connected: true });
  const material = await app.a.material(company);
  const lead = await app.a.lead(company);
  const caller = await app.callerFor(company);
  const input = { leadId: lead.id, perimeter: 184, gateCount: 1, materialId: material.id };
  const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';
  const page = app.browser().trpc.estimatePage;
  const first = tokenOf(await caller.estimates.send(input));
  const second = tokenOf(await caller.estimates.send({ ...input, perimeter: 190 }));
  const pay = (token: string) => page.pay.mutate({ token, what: 'deposit' });
  await expect(pay(first)).rejects.toMatchObject({ data: { code: 'ESTIMATE_SUPERSEDED' } });
  await expect(pay(second)).rejects.toMatchObject({ data: { code: 'CONFLICT' } });
  const now = app.clock.now();
  app.clock.advance(31 * DAY);
  await expect(pay(second)).rejects.toMatchObject({ data: { code: 'ESTIMATE_EXPIRED' } });
  app.clock.set(now);
});

it('confirms the payment on return from checkout, before its event is processed (S3)', async () => {
  const estimate = await signed();
  const { url } = await estimate.page.pay.mutate({ token: estimate.token, what: 'deposit' });
  expect(await estimate.html('?payment=done')).toContain('Next, pay the');
  await lab.act('checkouts', sessionOf({ url }), 'complete', { paymentStatus: 'paid' });
  lab.app.clock.advance(6_000);
  expect(await estimate.html('?payment=done')).toContain('You paid $170.20. Thank you.');
});

it('shows a bank payment as processing, not as paid, and offers no second one', async () => {
  const estimate = await signed();
  const { url } = await estimate.page.pay.mutate({ token: estimate.token, what: 'deposit' });
  await lab.act('checkouts', sessionOf({ url }), 'complete', { paymentStatus: 'unpaid' });
  await lab.work();
  expect(await estimate.get()).toMatchObject({
    state: 'processing',
    status: 'accepted',
    payment: { paidCents: 0, processingCents: 17_020, due: { deposit: null, full: null, balance: null, part: null } },
  });
  const html = await estimate.html();
  expect(html).toContain('Your bank payment of $170.20 is on its way');
  expect(html).not.toMatch(/Pay the [^ ]+ deposit/);
  // What is on its way isn't part of the balance.
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('The $1,531.88 balance is due at completion');
});

it('without a script, links through our own page, which a form policy can’t block', async () => {
  const estimate = await signed();
  const answer = await fetch(`${lab.app.url}/estimate/${estimate.token}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ what: 'deposit' }),
  });
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toMatch(/<meta http-equiv="refresh" content="0;url=http[^"]+\/checkout\/cs_/);
  expect(html).toMatch(/<a class="btn btn-primary" href="http[^"]+\/checkout\/cs_/);
});

it('in twelve simultaneous tabs gets one payable page, and a clear answer if the purpose differs', async () => {
  const { app } = lab;
  const company = await app.a.company({ stripe_account_id: await openAccount(lab), stripe_connected: true });
  const material = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const lead = await app.a.lead(company);
  const caller = await app.callerFor(company);
  const { url } = await caller.estimates.send({
    leadId: lead.id,
    materialId: material.id,
    perimeter: 184,
    gateCount: 1,
  });
  const token = url.split('/').at(-1) ?? '';
  await app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Dana Whitfield', agreed: true });
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_each, tab) => {
      const answer = await app.browser().fetch(`/estimate/${token}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `what=${tab % 2 === 0 ? 'deposit' : 'full'}`,
      });
      const html = await answer.text();
      return { status: answer.status, checkout: /\/checkout\/(cs_test_\w+)/.exec(html)?.[1], html };
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const [checkout = '', ...more] = new Set(answers.flatMap((answer) => answer.checkout ?? []));
  expect(more).toEqual([]);
  for (const { html } of answers.filter(({ status }) => status === 409))
    expect(html).toContain('Another payment page was just opened. Use that page, or wait');
  expect((await lab.act('checkouts', checkout, 'complete', { paymentStatus: 'paid' })).status).toBe(200);
  await lab.work();
  const { state } = await app.browser().trpc.estimatePage.get.query({ token });
  expect(['deposit_paid', 'paid']).toContain(state);
});

it('opens the payment page, and shows the amount paid, in the language of the sale', async () => {
  const estimate = await signed({ language: 'es' });
  lab.wire.asked.length = 0;
  await estimate.pay('deposit');
  const { form } = lab.wire.asked.find(({ path }) => path.startsWith('/v1/checkout/sessions')) ?? {};
  expect(form?.get('locale')).toBe('es-419');
  expect(form?.get('line_items[0][price_data][product_data][name]')).toMatch(/^Depósito, presupuesto EST-/);
  expect(await estimate.html()).toContain('$170.20 están pagados. Gracias.');
  await expect(estimate.pay('full')).rejects.toThrow('El saldo se puede pagar después de que empiece el trabajo');
});
