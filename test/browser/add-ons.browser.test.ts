import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../caller.ts';
import { faultsOf } from './looks.ts';
import { sharedChromium } from './chromium.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a homeowner ticks an add-on on a phone, sees the new total at once, and signs it', async () => {
  const company = await app.a.company();
  const material = await app.a.material(company, { name: 'Cedar' });
  const lead = await app.a.lead(company, { name: 'Marisol Vega' });
  const caller = await app.callerFor(company);
  const { url, estimateId } = await caller.estimates.send({
    leadId: lead.id,
    perimeter: 100,
    gateCount: 0,
    materialId: material.id,
    addOns: [{ label: 'Post caps', quantity: 10, unitCents: 1_000 }],
  });
  const { totalCents } = await caller.estimates.get({ estimateId });
  const size = { width: 390, height: 844 };
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(app.url + new URL(url).pathname);
  await page.getByLabel('Post caps').check();
  await page.waitForURL(/#costs$/);
  expect(await page.getByLabel('Post caps').isChecked()).toBe(true);
  expect(await faultsOf(page, size)).toEqual([]);
  await page.getByRole('link', { name: 'Accept and sign' }).first().click();
  await page.getByLabel('Full name').fill('Marisol Vega');
  await page.getByRole('checkbox', { name: /agree/ }).check();
  await page.getByRole('button', { name: /^Accept for/ }).click();
  await expect
    .poll(async () => (await caller.estimates.get({ estimateId })).totalCents, { timeout: 15_000 })
    .toBe(totalCents + 10_000);
  await context.close();
});
