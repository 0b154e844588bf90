import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { STAGES } from '#shared/features/reports/figure.rules.ts';
import { DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import { openBrowser, type TestBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { monthText, STAGE_LABEL } from '../../src/client/features/reports/report-words.ts';
import { printedText } from '../printed-text.ts';
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

/** Returns a chart's rows as text. They come from the chart's table or its table for screen readers. */
const chart = async (title: string): Promise<string[][]> => {
  const rows = page.getByRole('region', { name: title, exact: true }).locator('tbody tr:not([aria-hidden])');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
  );
};
/**
 * Returns the lengths of the rails or the heights of the pickets, relative to the largest. Zeros aren't drawn as rails.
 */
const drawn = (title: string): Promise<number[]> =>
  page
    .getByRole('region', { name: title, exact: true })
    .locator('.chart-mark')
    .evaluateAll((all) => {
      const boxes = all.map((mark) => (mark as SVGGraphicsElement).getBBox());
      const upright = all[0]?.closest('.chart-pickets') !== null;
      const sizes = boxes.map(({ width, height }) => (upright ? height : width));
      return sizes.map((size) => size / Math.max(...sizes));
    });
/** Returns `drawn`'s expected result for these values. */
const parts = (values: readonly number[]) =>
  values.map((value) => expect.closeTo(value / Math.max(...values), 2) as number);
/** Adds data that the demo lacks: an assigned lead, a lead lost with a reason, and the cost of a source. */
async function fillEmptyCharts(): Promise<void> {
  const { auth, leads, analytics } = visitor.trpc;
  const session = await auth.session.query();
  const { items } = await leads.list.query({});
  const [first, second] = items;
  await leads.assign.mutate({ leadId: first?.id ?? '', userId: session?.user.id ?? '' });
  await leads.update.mutate({ leadId: second?.id ?? '', outcome: 'lost', reason: 'Price' });
  await analytics.setSourceCost.mutate({ source: 'widget', month: '2026-10', costCents: 31_000 });
}
const groups = (all: [name: string, count: number][] = []) => ({
  rows: all.map(([name, count]) => [name, String(count)]),
  sizes: all.map(([, count]) => count),
});

describe('reports', () => {
  it('shows the server’s values in each chart, to scale', async () => {
    await fillEmptyCharts();
    const report = await visitor.trpc.analytics.overview.query(PERIOD);
    await page.goto(house.url + ADDRESS);
    const months = (report.depositedByMonth ?? []).map(({ month, cents }) => ({ name: monthText(month), cents }));
    const charts: Record<string, { rows: string[][]; sizes: number[] }> = {
      'How far leads get': {
        rows: STAGES.map((stage) => [STAGE_LABEL[stage], String(report.funnel[stage])]),
        sizes: STAGES.map((stage) => report.funnel[stage]).filter((size) => size > 0),
      },
      'Where leads come from': groups(report.bySource.map(({ source, leads }) => [sourceLabel(source), leads])),
      Material: groups(report.byMaterial?.map(({ materialType, leads }) => [materialType, leads])),
      'ZIP code': groups(report.byZip?.slice(0, 12).map(({ zip, leads }) => [zip, leads])),
      Person: groups(report.byPerson?.map(({ name, leads }) => [name, leads])),
      'Reasons for loss': groups(report.lostReasons?.map(({ reason, count }) => [reason, count])),
      'What sources cost': { rows: [['Widget', '$310.00']], sizes: [31_000] },
      'Which follow-up gets replies': {
        rows: (report.steps ?? []).map(({ step, replies, sent }) => [`Message ${step}`, String(replies), String(sent)]),
        sizes: (report.steps ?? []).map(({ replies }) => replies),
      },
      'Amount owed, by days since signing': {
        rows: (report.outstanding ?? []).map(({ from, to, cents, leads }) => [
          to === null ? `${from} days or more` : `${from} to ${to} days`,
          formatCents(cents),
          String(leads),
        ]),
        sizes: (report.outstanding ?? []).map(({ cents }) => cents),
      },
      'Money received by month': {
        rows: months.map(({ name, cents }) => [name, formatCents(cents)]),
        sizes: months.map(({ cents }) => cents),
      },
    };
    for (const [title, { rows, sizes }] of Object.entries(charts)) {
      const shown = await chart(title);
      expect([title, shown.map((row) => row.slice(0, rows[0]?.length))]).toEqual([title, rows]);
      expect([title, await drawn(title)]).toEqual([title, parts(sizes)]);
    }
    const links = page.getByRole('region', { name: 'Money received by month' }).getByRole('link');
    expect(await links.count()).toBe(months.length);
    for (const [place, { name, cents }] of months.entries())
      expect(await links.nth(place).ariaSnapshot()).toContain(`"${name}: ${formatCents(cents)}"`);
    await visitor.trpc.analytics.setSourceCost.mutate({ source: 'widget', month: '2026-10', costCents: 0 });
    expect(await axeFaults(page, 'main')).toEqual([]);
  });

  it('counts only the leads that match the filters in the URL, and prints without cutting anything off', async () => {
    await page.goto(house.url + ADDRESS);
    const [wanted] = (await visitor.trpc.analytics.overview.query(PERIOD)).bySource;
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
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
    const paper = printedText(await page.pdf({ format: 'Letter' }));
    expect(paper).toContain(`Leads${wanted?.leads}`);
    for (const title of ['Howfarleadsget', 'Whereleadscomefrom', 'Moneyreceivedbymonth'])
      expect(paper).toContain(title);
    expect(paper).not.toContain('CustomerLeadsPricing');
    await page.getByRole('link', { name: 'Count all leads' }).click();
    await page.getByText('Only some leads are counted.').waitFor({ state: 'hidden' });
  });

  it('links a figure to its leads, and back', async () => {
    const report = await visitor.trpc.analytics.overview.query(PERIOD);
    await page.goto(house.url + ADDRESS);
    await page.getByRole('region', { name: 'How far leads get' }).getByRole('link', { name: 'Estimate sent' }).click();
    await page.getByRole('heading', { name: 'Leads in this figure' }).waitFor();
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('tbody tr').count()).toBe(report.funnel.sent);
    await page.getByRole('link', { name: 'Back to the report' }).click();
    await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe(PERIOD.from);
  });

  it('links a month and an age to their leads, and saves a chart as CSV', async () => {
    const report = await visitor.trpc.analytics.overview.query(PERIOD);
    const month = report.depositedByMonth?.at(-1);
    const age = report.outstanding?.find(({ leads }) => leads > 0);
    const paid = await visitor.trpc.analytics.leads.query({ ...PERIOD, figure: `deposited:${month?.month}` });
    await page.goto(house.url + ADDRESS);
    const received = page.getByRole('region', { name: 'Money received by month' });
    await received.getByRole('button', { name: 'Table' }).click();
    await received.locator('svg[role=group]').waitFor({ state: 'hidden' });
    const download = page.waitForEvent('download');
    await received.getByRole('button', { name: 'Download Money received by month as CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain(`"${monthText(month?.month ?? '')}","${((month?.cents ?? 0) / 100).toFixed(2)}"`);
    await received.getByRole('button', { name: 'Table' }).click();
    await received.getByRole('link', { name: monthText(month?.month ?? '') }).click();
    await page.getByRole('heading', { name: 'Leads in this figure' }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(paid.items.length);
    await page.getByRole('link', { name: 'Back to the report' }).click();
    await page
      .getByRole('region', { name: /^Amount owed/ })
      .getByRole('link', { name: formatCents(age?.cents ?? 0) })
      .click();
    await page.getByRole('heading', { name: 'Leads in this figure' }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(age?.leads);
  });

  it('keeps the comparison in the URL', async () => {
    await page.goto(house.url + ADDRESS);
    await page.getByLabel('Compare with').selectOption('year');
    await page
      .getByText(/^before: /)
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('compare')).toBe('year');
  });

  it('saves a source’s cost, and refuses text that isn’t an amount', async () => {
    await page.goto(house.url + ADDRESS);
    const costs = page.getByRole('region', { name: 'What sources cost' });
    await costs.getByLabel('Source').selectOption('widget');
    await costs.getByLabel('Month').fill('2026-11');
    await costs.getByLabel('Cost in dollars').fill('a lot');
    await costs.getByRole('button', { name: 'Save cost' }).click();
    await costs.getByText('Enter an amount, such as 250').waitFor();
    await costs.getByLabel('Cost in dollars').fill('250');
    await costs.getByRole('button', { name: 'Save cost' }).click();
    await costs.getByRole('cell', { name: '$250.00' }).waitFor();
    expect(await visitor.trpc.analytics.sourceCosts.query({ month: '2026-11' })).toEqual([
      { source: 'widget', costCents: 25_000 },
    ]);
  });

  it.each(['light', 'dark'] as const)('fits 390 px without sideways scrolling, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(house.url + ADDRESS);
    await chart('Where leads come from');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const firstRail = await page.locator('.chart-mark').nth(1).boundingBox();
    const bar = await page.getByRole('navigation', { name: 'Quick menu' }).boundingBox();
    expect((firstRail?.y ?? 0) + (firstRail?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    expect(await axeFaults(page, 'main')).toEqual([]);
    const pictures = process.env['PICTURES'];
    if (pictures === undefined) return;
    await page.screenshot({ path: `${pictures}/reports-390-${colorScheme}.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.screenshot({ path: `${pictures}/reports-1280-${colorScheme}.png`, fullPage: true });
  });

  it('at 390 px, hides the filters behind a button that shows how many are on', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(house.url + ADDRESS);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Compare with').selectOption('year');
    await page.locator('.report-choices').getByLabel('Source').selectOption('widget');
    await page.getByRole('button', { name: 'Filters (2)', expanded: true }).click();
    await page.getByLabel('Compare with').waitFor({ state: 'hidden' });
    await page.getByText('Only some leads are counted.').waitFor();
    expect(new URL(page.url()).searchParams.get('source')).toBe('widget');
  });
});
