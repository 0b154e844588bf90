import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteCompany, takeDueDeletion } from '#core/features/data-rights/delete-company.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type BillingLab, PRICES, sessionOf, startBillingLab } from '../../../../test/billing.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await startBillingLab();
});
afterAll(() => lab.close());

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
  const now = lab.app.clock.now();
  await lab.app.deps.system
    .updateTable('company_profiles')
    .set({ deletion_requested_at: now, deletes_at: now })
    .where('id', '=', company.id)
    .execute();
  lab.app.clock.set(new Date(now.getTime() + DAY).toISOString());
  const due = await takeDueDeletion(lab.app.deps);
  expect(due).toBe(company.id);
  lab.wire.cut = () => true;
  await expect(deleteCompany(lab.app.deps, company.id, () => false)).rejects.toThrow(/connection/i);
  lab.wire.cut = () => false;
  expect(await deleteCompany(lab.app.deps, company.id, () => false)).toBe(true);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
});
