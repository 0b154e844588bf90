import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, seedDemo } from '../../scripts/seed-demo.ts';
import { openBrowser, type TestBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, post, startHouse } from '../house.ts';

let database: TestDatabase;
let house: House;
let contractor: TestBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({ connectionString: database.url, now: new Date() });
  house = await startHouse(database.url);
  contractor = openBrowser(house.url);
  await contractor.trpc.auth.signIn.mutate(ADMIN);
});
afterAll(async () => {
  await house?.close();
  await database.drop();
});

const subscribed = async () => (await contractor.trpc.subscription.check.query()).subscribed;

test('a plan paid while no worker is running takes effect once a worker starts, and access ends with the plan', async () => {
  expect(await subscribed()).toBe(false);
  const { url } = await contractor.trpc.billing.createCheckout.mutate({
    priceId: 'price_pro',
    subscriptionType: 'subscription',
  });
  const sessionId = url.slice(url.lastIndexOf('/') + 1);
  const state = async () => (await contractor.trpc.billing.checkoutStatus.query({ sessionId })).state;
  const doomed = await house.startWorker();
  await doomed.kill();
  expect((await post(`${house.sandbox.url}/api/checkouts/${sessionId}/complete`, {})).status).toBe(200);
  expect(await state()).toBe('confirming');
  await house.startWorker();
  await expect.poll(state, { timeout: 20_000 }).toBe('active');
  expect(await subscribed()).toBe(true);

  const { url: portal } = await contractor.trpc.billing.customerPortal.mutate();
  const page = await (await fetch(portal)).text();
  const end = /action="([^"]+\/end)"/.exec(page)?.[1] ?? '';
  await fetch(new URL(end, portal), { method: 'POST' });
  await expect.poll(subscribed, { timeout: 20_000 }).toBe(false);
});

test('moving the clock triggers a comparison of plans with Stripe, and a plan unknown to Stripe is unchanged', async () => {
  await house.moveClock(26);
  const demo = openBrowser(house.url);
  await demo.trpc.auth.signIn.mutate({ email: 'demo@picket.test', password: 'picket-demo' });
  expect((await demo.trpc.subscription.check.query()).subscribed).toBe(true);
});
