import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingLab, startBillingLab } from '../billing.ts';
import { openAccount } from '../payments.ts';
import { closePages, openPage, sharedChromium } from './chromium.ts';
import { faultsOf, setTheme } from './looks.ts';
import { countingThumb, layoutShift } from './taps.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };

let lab: BillingLab;
let browser: Browser;
const faults: string[] = [];
beforeAll(async () => {
  mkdirSync('test-results', { recursive: true });
  lab = await startBillingLab();
  browser = await sharedChromium();
});
afterAll(async () => {
  await closePages(browser);
  await lab.close();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

/** Sends an estimate of $1,702.08. The deposit is one half, or one tenth in California. */
const sendEstimate = async (zip = '83702'): Promise<string> => {
  const account = { stripe_account_id: await openAccount(lab), stripe_connected: true };
  const company = await lab.app.a.company({ name: 'Acme Fence', ...account });
  const wood = await lab.app.a.material(company, { name: '6ft Wood Picket' });
  const lead = await lab.app.a.lead(company, { name: 'Marisol Vega', zip });
  const caller = await lab.app.callerFor(company);
  const terms = '1. Deposit\nA deposit of {{deposit}} is due.\n2. Work\nThe contractor builds the fence.';
  const fence = { perimeter: 184, materialId: wood.id, gateCount: 1, terms };
  const sent = await caller.estimates.send({ leadId: lead.id, ...fence });
  return lab.app.url + new URL(sent.url).pathname;
};
const onPhone = (): Promise<BrowserContext> => browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });

/** Checks the screen in both themes and widths, and saves an image of each in `test-results`. */
const look = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  for (const size of [PHONE, WIDE])
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await setTheme(page, theme);
      await page.screenshot({ path: `test-results/${name}-${size.width}-${theme}.png` });
      found.push(...(await faultsOf(page, size)).map((fault) => `${name} ${size.width} ${theme}: ${fault}`));
    }
  await page.setViewportSize(PHONE);
  return found;
};

describe('the estimate on a phone', () => {
  it('is signed in at most 4 taps and its deposit paid in at most 6, with the name filled in and the terms above the signature', async () => {
    const url = await sendEstimate();
    const context = await onPhone();
    const page = await openPage(context, faults);
    const thumb = countingThumb();
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: '$1,702.08' }).waitFor();
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
    expect(await look(page, 'estimate-open')).toEqual([]);

    await thumb.tap(page.getByRole('link', { name: 'Accept and sign' }));
    const accept = page.getByRole('button', { name: 'Accept for $1,702.08' });
    // The button stays visible while the homeowner reads the terms.
    expect(await accept.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    expect(await page.getByLabel('Your full name').inputValue()).toBe('Marisol Vega');
    const top = (name: string) =>
      page.getByRole('heading', { name, level: 3 }).evaluate((heading) => heading.getBoundingClientRect().top);
    expect(await top('Terms and conditions')).toBeLessThan(await top('Your signature'));
    expect(await look(page, 'estimate-signing')).toEqual([]);
    await thumb.tap(page.getByRole('checkbox'));
    await thumb.tap(accept);
    await page.getByText('You accepted this estimate').waitFor();
    expect(thumb.taps).toBeLessThanOrEqual(4);

    await thumb.tap(page.getByRole('button', { name: 'Pay the $851.04 deposit' }));
    await page.waitForURL(/checkout/);
    // The URL that Stripe redirects to doesn't belong to this server, so the result is read in a new page.
    const back = page.waitForRequest(/picket\.test/);
    await thumb.tap(page.locator('.btn-primary'));
    await back;
    expect(thumb.taps).toBeLessThanOrEqual(6);
    await lab.work();
    const paid = await openPage(context, faults);
    await paid.goto(url);
    await paid.getByText('You’re done for now').waitFor();
    expect(await layoutShift(paid)).toBeLessThanOrEqual(0.01);
    expect(await look(paid, 'estimate-deposit-paid')).toEqual([]);
    await context.close();
  });

  it("mentions a state's deposit cap at most twice on a screen, also while signing (C27)", async () => {
    const url = await sendEstimate('95814');
    const context = await browser.newContext({ viewport: WIDE });
    const page = await openPage(context, faults);
    await page.goto(url);
    const limit = page.getByText('California limits a deposit to $170.20').filter({ visible: true });
    await limit.first().waitFor();
    expect(await limit.count()).toBeLessThanOrEqual(2);
    await page.getByRole('link', { name: 'Accept and sign' }).click();
    await page.getByLabel('Your full name').waitFor();
    await page.screenshot({ path: 'test-results/estimate-signing-california.png', fullPage: true });
    for (const fold of await page.locator('.terms summary').filter({ visible: true }).all()) await fold.click();
    expect(await limit.count()).toBeLessThanOrEqual(2);
    await context.close();
  });
});
