import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { neutralBook, type PriceBook } from '#shared/features/pricing/price-book.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { closePages, sharedChromium } from './chromium.ts';
import { acme, type FakeState, startFakeWidgetServer, VINYL } from './fake-widget-server.ts';

let browser: Browser;
let server: Awaited<ReturnType<typeof startFakeWidgetServer>>;
let state: FakeState;
let page: Page;

beforeAll(async () => {
  browser = await sharedChromium();
});
afterAll(() => closePages(browser));
beforeEach(async () => {
  server = await startFakeWidgetServer();
  ({ state } = server);
  page = await browser.newPage({ viewport: { width: 390, height: 900 } });
});
afterEach(async () => {
  await page.close();
  await server.close();
});

const { zones: _zones, range: _range, ...neutral } = neutralBook(35_000);
const materialId = VINYL as PriceBook['heights'][number]['materialId'];
const book: NonNullable<NonNullable<WidgetConfig['prices']>['book']> = {
  ...neutral,
  heights: [
    { materialId, heightFt: 6, perFootCents: 3_200 },
    { materialId, heightFt: 4, perFootCents: 2_400 },
  ],
  gateKinds: neutral.gateKinds.map((kind) => (kind.key === 'double' ? { ...kind, priceCents: 90_000 } : kind)),
  removalPerFootCents: 400,
};
const withBook: WidgetConfig = {
  ...acme,
  ...(acme.prices && { prices: { ...acme.prices, gateCents: 35_000, book } }),
  heights: book.heights.map(({ heightFt }) => ({ materialId, heightFt })),
  gateKinds: book.gateKinds.map(({ key, label }) => ({ key, label })),
  removal: true,
};
const button = (name: string) => page.getByRole('button', { name });
const price = () => page.locator('.go b[role=status]');
const open = async (config: WidgetConfig) => {
  state.config = { status: 200, body: config };
  await page.goto(server.url);
  await page.getByLabel('Fence length').fill('100');
};

describe('the widget’s further questions', () => {
  it('ask for height, gate kinds and removal only where the price book has them', async () => {
    await open(acme);
    await expect.poll(() => price().textContent()).toBe('$762.00');
    for (const label of ['Fence height', 'Gate 1', 'Old fence to remove'])
      expect(await page.getByLabel(label).filter({ visible: true }).count()).toBe(0);

    await open(withBook);
    await page.getByLabel('Old fence to remove').waitFor();
    expect(await page.getByLabel('Fence height').isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'Vinyl' }).check();
    await page.getByLabel('Fence height').selectOption('6');
    await expect.poll(() => price().textContent()).toBe('$3,200.00');
    expect(await page.getByLabel('Gate 1').isVisible()).toBe(false);
    await button('More gates').click();
    await page.getByLabel('Gate 1').selectOption('double');
    await page.getByLabel('Old fence to remove').fill('60');
    await expect.poll(() => price().textContent()).toBe('$4,340.00');

    await button('Get my estimate').click();
    await page.getByLabel('Your name').fill('Marisol Vega');
    await page.getByLabel('Email').fill('marisol.vega@example.com');
    await button('Send my estimate').click();
    await page.getByText('Thank you, Marisol.').waitFor();
    expect(state.leads).toMatchObject([
      {
        perimeter: 100,
        gateCount: 1,
        runs: [{ feet: 100, heightFt: 6 }],
        gates: [{ kind: 'double' }],
        removalFeet: 60,
      },
    ]);
  });

  it('show a range until the contact details are sent, and the exact price afterwards', async () => {
    await open({ ...withBook, range: { percent: 10 } });
    await page.getByRole('radio', { name: 'Vinyl' }).check();
    await page.getByLabel('Fence height').selectOption('6');
    await expect.poll(() => price().textContent()).toBe('$2,850 to $3,550');
    await button('Get my estimate').click();
    await page.getByText('$2,850 to $3,550').filter({ visible: true }).waitFor();
    expect(await page.getByText('$3,200').count()).toBe(0);
  });

  it('keep a wrong length of the old fence from being sent', async () => {
    await open(withBook);
    await page.getByLabel('Old fence to remove').fill('some');
    await button('Get my estimate').click();
    await page
      .getByText('Enter more than 0 and up to 100,000 feet, such as 184 or 212.5')
      .filter({ visible: true })
      .waitFor();
    expect(await page.getByLabel('Your name').isVisible()).toBe(false);
  });
});
