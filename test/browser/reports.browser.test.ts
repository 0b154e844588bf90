import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
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
/** What the demo has none of: a lead that someone has, one lost with a reason, and what a source costs. */
async function fillEmptyCharts(): Promise<void> {
  const { auth, leads, analytics } = visitor.trpc;
  const session = await auth.session.query();
  const { items } = await leads.list.query({});
  const [first, second] = items;
  await leads.assign.mutate({ leadId: first?.id ?? '', userId: session?.user.id ?? '' });
  await leads.update.mutate({ leadId: second?.id ?? '', outcome: 'lost', reason: 'Price' });
  await analytics.setSourceCost.mutate({ source: 'widget', month: '2026-10', costCents: 31_000 });
}
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
    await fillEmptyCharts();
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
    const parts = {
      Person: report.byPerson?.map(({ name, leads }) => [name, String(leads)]),
      'What sources cost': report.bySource.flatMap(({ source, costCents }) =>
        costCents ? [[sourceLabel(source), formatCents(costCents)]] : [],
      ),
      'Which follow-up gets the reply': report.steps?.map(({ step, replies, sent }) => [
        `Message ${step}`,
        String(replies),
        String(sent),
      ]),
      'What is owed, by days since the signature': report.outstanding?.map(({ from, to, cents, leads }) => [
        to === null ? `${from} days or more` : `${from} to ${to} days`,
        formatCents(cents),
        String(leads),
      ]),
      'Money received by month': report.depositedByMonth?.map(({ month, cents }) => [month, formatCents(cents)]),
      'Reasons for loss': report.lostReasons?.map(({ reason, count }) => [reason, String(count)]),
    };
    for (const [title, rows = []] of Object.entries(parts)) {
      const shown = await chart(title);
      expect([title, shown.map((row) => row.slice(0, rows[0]?.length))]).toEqual([title, rows]);
    }
    await visitor.trpc.analytics.setSourceCost.mutate({ source: 'widget', month: '2026-10', costCents: 0 });
    expect(await axeFaults(page, 'main')).toEqual([]);
  });

  it('counts only the leads that the filters in the address name, and prints nothing cut off', async () => {
    await page.goto(house.url + ADDRESS);
    const [wanted] = (await visitor.trpc.analytics.overview.query(PERIOD)).bySource;
    await page
      .locator('.report-choices')
      .getByLabel('Source')
      .selectOption(wanted?.source ?? '');
    await page.getByText('Only some leads are counted.').waitFor();
    expect(new URL(page.url()).searchParams.get('source')).toBe(wanted?.source);
    await expect
      .poll(() => chart('Where leads come from').then((rows) => rows.map(([name, leads]) => [name, Number(leads)])))
      .toEqual([[sourceLabel(wanted?.source ?? ''), wanted?.leads]]);
    await page.setViewportSize({ width: 720, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.report-choices').first().isVisible()).toBe(false);
    const wide = await page
      .locator('.report-chart, .report-strip')
      .evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth + 1).length);
    expect([wide, await page.evaluate(() => document.documentElement.scrollWidth <= 720)]).toEqual([0, true]);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Count all leads' }).click();
    await page.getByText('Only some leads are counted.').waitFor({ state: 'hidden' });
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
