import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ON_YOUR_MEASURES } from '#shared/features/instant/measures.words.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import { startTestApp, type TestApp } from '../caller.ts';
import { VISIT_WEEK } from '../visits.ts';
import { axeFaults } from './axe.ts';
import { closeContext, closePages, openPage, sharedChromium } from './chromium.ts';
import { faultsOf, setTheme } from './looks.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
beforeAll(async () => {
  mkdirSync('test-results', { recursive: true });
  const port = await steadyPort('instant-settings');
  app = await startTestApp({ port, env: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
  browser = await sharedChromium();
});
afterAll(async () => {
  await closePages(browser);
  await app.close();
});
beforeEach(() => {
  faults = [];
});
afterEach(async () => {
  await closeContext(context);
  if (faults.length > 0) throw new Error(`a page met errors: ${faults.join('; ')}`);
});

const open = async (company: CompanyRow, address: string): Promise<void> => {
  const { email } = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  const { cookies } = await app.signIn(email);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: app.url })));
  page = await openPage(context, faults);
  await page.goto(`${app.url}/dashboard?${address}`);
};
const look = async (name: string, part: string): Promise<string[]> => {
  const found: string[] = [];
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      await page
        .getByRole('region', { name: part })
        .screenshot({ path: `test-results/${name}-${size.width}-${theme}.png` });
      found.push(...(await faultsOf(page, size)).map((fault) => `${name} ${size.width} ${theme}: ${fault}`));
    }
  }
  await page.setViewportSize(WIDE);
  return found;
};

test('instant estimates say what is missing, with a link to each, and can’t be turned on', async () => {
  const company = await app.a.company({ terms: '' });
  await app.a.material(company);
  await open(company, 'tab=widget');
  const card = page.getByRole('region', { name: 'Instant estimates' });
  await card.getByText('Do this before you turn it on').waitFor();
  expect(await card.getByRole('link').allTextContents()).toEqual(['Connect payments', 'Write your terms']);
  expect(await card.getByRole('switch', { name: 'Send estimates at once' }).isDisabled()).toBe(true);
  expect(await look('instant-missing', 'Instant estimates')).toEqual([]);
  await card.getByRole('link', { name: 'Connect payments' }).click();
  await page.waitForURL(/section=payments/);
});

test('they show the homeowner’s page before they’re turned on, keep their bounds, and name a wrong one', async () => {
  const company = await app.a.company({ stripe_account_id: `acct_${Date.now()}`, stripe_connected: true });
  await app.a.material(company, { name: 'Cedar' });
  const vinyl = await app.a.material(company, { name: 'Vinyl', basic: false });
  const caller = await app.callerFor(company);
  await open(company, 'tab=widget');
  const card = page.getByRole('region', { name: 'Instant estimates' });
  await card.getByRole('switch', { name: 'Send estimates at once' }).click();
  const preview = card.getByRole('link', { name: 'See the page a homeowner gets' });
  await expect.poll(() => preview.getAttribute('href')).toMatch(/\/estimate\/.+\?lang=en$/);
  const shown = await openPage(context, faults);
  await shown.goto((await preview.getAttribute('href')) ?? '');
  await shown.getByText(ON_YOUR_MEASURES.en).first().waitFor({ state: 'attached' });
  await shown.screenshot({ path: 'test-results/instant-preview-1280-light.png', fullPage: true });
  await shown.close();
  expect(await caller.instant.settings()).toMatchObject({ enabled: false });

  await card.getByLabel('Highest total').fill('12,500');
  await card.getByLabel('Vinyl').check();
  await card.getByLabel('ZIP codes').fill('83702 837');
  await card.getByRole('button', { name: 'Turn on instant estimates' }).click();
  await card.getByText('Enter five-digit ZIP codes').waitFor();
  expect(await look('instant-on', 'Instant estimates')).toEqual([]);
  expect(await axeFaults(page, '[aria-labelledby=instant-title]')).toEqual([]);
  await card.getByLabel('ZIP codes').fill('83702 83703');
  await card.getByRole('button', { name: 'Turn on instant estimates' }).click();
  await page.getByText('Instant estimates are on').waitFor();
  expect(await caller.instant.settings()).toMatchObject({
    enabled: true,
    maxTotalCents: 1_250_000,
    zips: ['83702', '83703'],
    materialIds: [vinyl.id],
  });
});

test('the account has the address of the member’s own calendar, and says why it can’t be read', async () => {
  const company = await app.a.company();
  await (await app.callerFor(company)).visits.updateSettings(VISIT_WEEK);
  await open(company, 'tab=admin&section=account');
  const field = page.getByLabel('Your own calendar’s address');
  await field.fill('calendar');
  await page.getByRole('button', { name: 'Save calendar' }).click();
  await page.getByText('Enter an address that begins with https://').waitFor();
  await field.fill('http://127.0.0.1/me.ics');
  await page.getByRole('button', { name: 'Save calendar' }).click();
  await page.getByText('This address isn’t on the public internet.').waitFor();
  expect(await look('busy-calendar', 'Your visits in your calendar')).toEqual([]);
  await field.fill('');
  await page.getByRole('button', { name: 'Save calendar' }).click();
  await page.getByText('Your calendar was removed').waitFor();
  expect(await page.getByText('This address isn’t on the public internet.').count()).toBe(0);
});
