import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import { STAGES } from '#shared/features/reports/figure.rules.ts';
import { DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import { openBrowser, type TestBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { axeFaults } from './axe.ts';
import { closeContext, closePages, openPage, sharedChromium } from './chromium.ts';

let database: TestDatabase;
let house: House;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let visitor: TestBrowser;
const PERIOD = { from: '2020-01-01', to: '2035-12-31' };
const ADDRESS = `/dashboard?tab=leads&view=reports&from=${PERIOD.from}&to=${PERIOD.to}`;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({
    connectionString: database.url,
    now: new Date(),
    secret: 'a-secret-of-tests-that-is-long-enough',
  });
  house = await startHouse(database.url);
  browser = await sharedChromium();
});
afterAll(async () => {
  await closePages(browser);
  await house.close();
  await database.drop();
});
beforeEach(async () => {
  context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
    timezoneId: 'America/Boise',
  });
  visitor = openBrowser(house.url);
  await visitor.trpc.auth.signIn.mutate(DEMO);
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: house.url })));
  faults = [];
  page = await openPage(context, faults);
});
afterEach(async () => {
  await closeContext(context);
  if (faults.length > 0) throw new Error(`the page met errors: ${faults.join('; ')}`);
});

/** A chart's rows as text, from the table that it is. */
const chart = async (title: string): Promise<string[][]> => {
  const rows = page.getByRole('region', { name: title, exact: true }).locator('tbody tr');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th, td:not([aria-hidden])')].map((cell) => cell.textContent)),
  );
};
/** How long its bars are, as parts of the longest. */
const lengths = (title: string): Promise<number[]> =>
  page
    .getByRole('region', { name: title, exact: true })
    .locator('.report-rail')
    .evaluateAll((all) => {
      const widths = all.map((bar) => Number.parseFloat((bar as HTMLElement).style.width));
      return widths.map((width) => Math.round(width));
    });

describe('reports', () => {
  it('shows in each chart the values that the server counted, to scale', async () => {
    const report = await visitor.trpc.analytics.overview.query(PERIOD);
    await page.goto(house.url + ADDRESS);
    const funnel = await chart('How far leads get');
    expect(funnel.map(([, leads]) => Number(leads))).toEqual(STAGES.map((stage) => report.funnel[stage]));
    expect(await lengths('How far leads get')).toEqual(
      STAGES.map((stage) => Math.round((100 * report.funnel[stage]) / report.leads)),
    );
    const sources = await chart('Where leads come from');
    expect(sources.map(([name, leads]) => [name, Number(leads)])).toEqual(
      report.bySource.map(({ source, leads }) => [sourceLabel(source), leads]),
    );
    const materials = await chart('Material');
    expect(materials.map(([name, leads]) => [name, Number(leads)])).toEqual(
      report.byMaterial?.map(({ materialType, leads }) => [materialType, leads]),
    );
    const zips = await chart('ZIP code');
    expect(zips.map(([name, leads]) => [name, Number(leads)])).toEqual(
      report.byZip?.slice(0, 12).map(({ zip, leads }) => [zip, leads]),
    );
    expect(await axeFaults(page, 'main')).toEqual([]);
  });

  it('leads from a figure to the leads behind it, and back', async () => {
    const report = await visitor.trpc.analytics.overview.query(PERIOD);
    await page.goto(house.url + ADDRESS);
    await page.getByRole('region', { name: 'How far leads get' }).getByRole('link', { name: 'Estimate sent' }).click();
    await page.getByRole('heading', { name: 'Leads behind the figure' }).waitFor();
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody tr').count()).toBe(report.funnel.sent);
    await page.getByRole('link', { name: 'Back to the report' }).click();
    await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe(PERIOD.from);
  });

  it('keeps the comparison in the address', async () => {
    await page.goto(house.url + ADDRESS);
    await page.getByLabel('Compare with').selectOption('year');
    await page
      .getByText(/^before: /)
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('compare')).toBe('year');
  });

  it('takes what a source costs', async () => {
    await page.goto(house.url + ADDRESS);
    const costs = page.getByRole('region', { name: 'What sources cost' });
    await costs.getByLabel('Source').selectOption('widget');
    await costs.getByLabel('Month').fill('2026-11');
    await costs.getByLabel('Cost in dollars').fill('250');
    await costs.getByRole('button', { name: 'Save cost' }).click();
    await costs.getByRole('cell', { name: '$250.00' }).waitFor();
    expect(await visitor.trpc.analytics.sourceCosts.query({ month: '2026-11' })).toEqual([
      { source: 'widget', costCents: 25_000 },
    ]);
  });

  it.each(['light', 'dark'] as const)('fits 390 px without sideways scroll, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(house.url + ADDRESS);
    await chart('Where leads come from');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFaults(page, 'main')).toEqual([]);
    const pictures = process.env['PICTURES'];
    if (pictures === undefined) return;
    await page.screenshot({ path: `${pictures}/reports-390-${colorScheme}.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.screenshot({ path: `${pictures}/reports-1280-${colorScheme}.png`, fullPage: true });
  });
});
