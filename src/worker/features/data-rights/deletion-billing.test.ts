import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteCompany, takeDueDeletion } from '#core/features/data-rights/delete-company.ts';
import { PASSWORD } from '../../../../test/builders.ts';
import type { Caller } from '../../../../test/caller.ts';
import { type BillingLab, PRICES, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { paymentsOf, sign, startJob } from '../../../../test/payments.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());

/** Requests the company's deletion as its owner, and lets the days pass until it's due. */
const requestAndWait = async (caller: Caller): Promise<void> => {
  const { deletesAt } = await caller.company.requestDeletion({ currentPassword: PASSWORD });
  if (deletesAt === null) throw new Error('the deletion wasn’t requested');
  lab.app.clock.set(deletesAt);
};

test('a company that was paid online is deleted, and the payments stay', async () => {
  const job = await startJob(lab);
  const { company, caller, estimate } = job;
  await sign(lab, job);
  const pay = (amountCents: number) => caller.payments.createConnectPayment({ estimateId: estimate.id, amountCents });
  await lab.act('checkouts', sessionOf(await pay(85_104)), 'complete');
  await lab.work();
  const [deposit] = await paymentsOf(lab, job);
  if (!deposit) throw new Error('no payment');
  await caller.payments.refund({ paymentId: deposit.id, cents: 100, idempotencyKey: 'some cents' });
  await lab.work();
  // This one is open until the company goes.
  await pay(85_204);
  await requestAndWait(caller);
  expect(await takeDueDeletion(lab.app.deps)).toBe(company.id);
  expect(await deleteCompany(lab.app.deps, company.id, () => false)).toBe(true);
  const kept = await lab.app.deps.system
    .selectFrom('stripe_operations')
    .select(['id', 'request'])
    .where('company_id', '=', company.id)
    .execute();
  const payments = await paymentsOf(lab, job);
  expect(payments.map(({ amount_cents: cents }) => cents)).toContain(85_104);
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([deposit.operation_id]));
  expect(JSON.stringify(kept)).not.toContain(job.lead.email);
});

test('a deleted company’s plan is canceled at Stripe, also if Stripe was down at first', async () => {
  const company = await lab.app.a.company({
    subscription: { subscribed: false, stripe_customer_id: null, stripe_subscription_id: null },
  });
  const caller = await lab.app.callerFor(company);
  const checkout = await caller.billing.createCheckout({ priceId: PRICES.pro, subscriptionType: 'subscription' });
  await lab.act('checkouts', sessionOf(checkout), 'complete');
  await lab.work();
  const id = (await lab.row(company)).stripe_subscription_id ?? '';
  const stripe = lab.app.deps.stripe;
  if (!stripe) throw new Error('no Stripe');
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  await requestAndWait(caller);
  const due = await takeDueDeletion(lab.app.deps);
  expect(due).toBe(company.id);
  lab.wire.cut = () => true;
  await expect(deleteCompany(lab.app.deps, company.id, () => false)).rejects.toThrow(/connection/i);
  lab.wire.cut = () => false;
  expect(await deleteCompany(lab.app.deps, company.id, () => false)).toBe(true);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
});
