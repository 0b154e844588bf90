import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import { startTestApp, type TestApp } from '../caller.ts';
import { axeFaults } from './axe.ts';
import { closeContext, closePages, openPage, sharedChromium } from './chromium.ts';

let app: TestApp;
let browser: Browser;
let company: CompanyRow;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  const port = await steadyPort('lead-import');
  app = await startTestApp({ port, env: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
  browser = await sharedChromium();
});
afterAll(async () => {
  await closePages(browser);
  await app.close();
});
beforeEach(async () => {
  company = await app.a.company();
  faults = [];
});
afterEach(async () => {
  await closeContext(context);
  if (faults.length > 0) throw new Error(`a page met errors: ${faults.join('; ')}`);
});

const open = async (view: { width: number; height: number; colorScheme: 'light' | 'dark' }, address: string) => {
  const { email } = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  context = await browser.newContext({ viewport: view, colorScheme: view.colorScheme, reducedMotion: 'reduce' });
  const { cookies } = await app.signIn(email);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: app.url })));
  page = await openPage(context, faults);
  await page.goto(`${app.url}/dashboard?tab=leads${address}`);
};
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('a file is imported completely despite a lost answer, with corrected columns and its invalid rows returned', async () => {
  await app.a.lead(company, { name: 'Here Before', email: 'p3@example.com' });
  const lines = Array.from({ length: 300 }, (_, n) => `Person ${n};${n === 5 ? 'none' : `p${n}@example.com`};${n}`);
  await open({ width: 1280, height: 860, colorScheme: 'light' }, '&dialog=import');
  await page.getByText('Choose a CSV file').waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'old.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Who;Reach;Feet\n${lines.join('\n')}`),
  });
  await page.getByText('No column has names').waitFor();
  await page.locator('.import-columns summary').click();
  await page.getByLabel('Name', { exact: true }).selectOption('Who');
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('1');
  await page.getByText('1 row has a problem').waitFor();
  expect(await axeFaults(page, '.dialog')).toEqual([]);

  let calls = 0;
  await page.route('**/leads.importCsv**', async (route) => {
    calls += 1;
    if (calls !== 2) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await button('Import 299 leads').dblclick();
  await page.getByText('298 leads added').waitFor();
  const left = await page.locator('.dialog').innerText();
  expect(left).toContain('Row 7');
  expect(left).toContain('Email: Enter an email or a phone number');
  const [download] = await Promise.all([page.waitForEvent('download'), button('Download 1 row to fix').click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain(
    '"Who","Reach","Feet","What to fix"\r\n"Person 5","none","5"',
  );
  const stored = await app.deps.system
    .selectFrom('leads')
    .select('email')
    .where('company_id', '=', company.id)
    .execute();
  expect(new Set(stored.map(({ email }) => email)).size).toBe(299);
  expect(stored).toHaveLength(299);
  await button('Done').click();
  await page.getByText('50 of 299 leads').waitFor();
});

test('two leads of one person are merged with the chosen values, and the old link redirects', async () => {
  const at = (days: number) => new Date(app.clock.now().getTime() - days * DAY);
  const older = await app.a.lead(company, { email: 'dana@example.com', created_at: at(9) });
  const newer = await app.a.lead(company, {
    name: 'D. Whitfield',
    email: 'dana@example.com',
    phone: null,
    created_at: at(1),
  });
  await open({ width: 390, height: 844, colorScheme: 'dark' }, `&lead=${newer.id}`);
  await page.getByText('This may be the same person as').waitFor();
  await button('Merge').click();
  await page.getByText('This can’t be undone').waitFor();
  expect(await axeFaults(page, '.dialog')).toEqual([]);
  await page.getByText('D. Whitfield').last().click();
  await button('Merge Leads').dblclick();
  await page.waitForURL(new RegExp(`lead=${older.id}`));
  await page.getByRole('heading', { name: 'D. Whitfield' }).waitFor();
  await page.getByText(/Merged with the lead from/).waitFor();
  await page.goto(`${app.url}/dashboard?tab=leads&lead=${newer.id}`);
  await page.waitForURL(new RegExp(`lead=${older.id}`));
});
