import { expect, it, test } from 'vitest';
import { stripeUnderTest, urls } from '../testing/stripe-under-test.ts';
import { ask, sandboxUnderTest } from '../testing/sandbox-under-test.ts';

/** The addresses that other programs use. An id that doesn't exist is refused by name, unlike an unknown address. */
const ADDRESSES: [method: 'GET' | 'POST', path: string][] = [
  ['GET', '/api/messages'],
  ['POST', '/api/reply'],
  ['GET', '/api/clock'],
  ['POST', '/api/clock'],
  ['POST', '/api/checkouts/cs_none/complete'],
  ['POST', '/api/checkouts/cs_none/expire'],
  ['POST', '/api/accounts/acct_none/complete'],
  ['POST', '/api/subscriptions/sub_none/renew'],
  ['POST', '/api/subscriptions/sub_none/fail'],
  ['POST', '/api/subscriptions/sub_none/cancel'],
  ['GET', '/api/payments'],
  ['POST', '/api/payments/pi_none/settle'],
  ['POST', '/api/payments/pi_none/refund'],
  ['POST', '/api/payments/pi_none/dispute'],
  ['GET', '/api/config'],
  ['POST', '/api/faults'],
  ['POST', '/api/model'],
];

test.each(ADDRESSES)('responds to %s %s', async (method, path) => {
  const sandbox = await sandboxUnderTest();
  const unknown = await ask<{ error: { message: string } }>(sandbox, '/api/nothing');
  const body = method === 'POST' ? {} : undefined;
  const answer = await ask<{ error?: { message: string } }>(sandbox, path, method, body);
  expect(answer.status).toBeLessThan(500);
  expect(answer.body.error?.message).not.toBe(unknown.body.error.message);
});

it('lists every payment oldest first, with its session, account, amount and status', async () => {
  const { sandbox, stripe, post } = await stripeUnderTest();
  const account = (await stripe.accounts.create({ type: 'standard', email: 'acme@fence.test' })).id;
  await post(`/api/accounts/${account}/complete`);
  const pays = async (cents: number, paymentStatus: 'paid' | 'unpaid', stripeAccount?: string) => {
    const price_data = { currency: 'usd', unit_amount: cents, product_data: { name: 'Deposit' } };
    const session = await stripe.checkout.sessions.create(
      { mode: 'payment', line_items: [{ quantity: 1, price_data }], ...urls },
      stripeAccount === undefined ? {} : { stripeAccount },
    );
    await post(`/api/checkouts/${session.id}/complete`, { paymentStatus });
    return session.id;
  };
  const sessions = [await pays(100, 'paid', account), await pays(200, 'unpaid', account), await pays(300, 'paid')];
  type Listed = { id: string; sessionId: string; account: string | null; amountCents: number; status: string }[];
  const listed = async () => (await ask<Listed>(sandbox, '/api/payments')).body;
  const [first, second] = await listed();
  expect(await listed()).toEqual([
    { id: first?.id, sessionId: sessions[0], account, amountCents: 100, status: 'succeeded' },
    { id: second?.id, sessionId: sessions[1], account, amountCents: 200, status: 'processing' },
    { id: expect.any(String) as string, sessionId: sessions[2], account: null, amountCents: 300, status: 'succeeded' },
  ]);
  await post(`/api/payments/${first?.id ?? ''}/refund`, { amountCents: 40 });
  await post(`/api/payments/${second?.id ?? ''}/settle`);
  expect((await listed()).map(({ status }) => status)).toEqual(['partially_refunded', 'succeeded', 'succeeded']);
  await post(`/api/payments/${first?.id ?? ''}/refund`);
  await post(`/api/payments/${second?.id ?? ''}/dispute`);
  expect((await listed()).map(({ status }) => status)).toEqual(['refunded', 'disputed', 'succeeded']);
});
