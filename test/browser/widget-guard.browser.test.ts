import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { startTestApp } from '../caller.ts';
import { closePages, sharedChromium } from './chromium.ts';
import { acme, type FakeState, startFakeWidgetServer, taken } from './fake-widget-server.ts';

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
  page = await browser.newPage({ viewport: { width: 390, height: 800 } });
});
afterEach(async () => {
  await page.close();
  await server.close();
});

const button = (name: string) => page.getByRole('button', { name });
const toContact = async () => {
  await page.goto(server.url);
  await page.getByLabel('Fence length').fill('184');
  await button('Get my estimate').click();
  await page.getByLabel('Your name').fill('Marisol Vega');
  await page.getByLabel('Email').fill('marisol.vega@example.com');
};

it('returns the ticket from its settings, but only once the server would accept it', async () => {
  state.config = { status: 200, body: { ...acme, ticket: 'signed' } };
  let age = 0;
  state.lead = () => {
    age = Date.now() - asked;
    return taken();
  };
  const asked = Date.now();
  await toContact();
  await button('Send my estimate').click();
  await page.getByText('Thank you, Marisol').waitFor();
  expect(state.leads).toMatchObject([{ ticket: 'signed' }]);
  expect(state.leads[0]).not.toHaveProperty('website');
  expect(age).toBeGreaterThan(2_000);
  expect(state.asked.filter((path) => path.includes('/config/'))).toHaveLength(1);
});

it('has a field that only programs fill in: people can’t see, hear or reach it', async () => {
  await toContact();
  expect(await page.getByRole('textbox', { name: 'Website' }).count()).toBe(0);
  const trap = page.locator('[name=website]');
  expect(await trap.evaluate((input) => [input.tabIndex, input.getAttribute('autocomplete')])).toEqual([-1, 'off']);
  const { opacity, width } = await trap.evaluate((input) => {
    const box = input.parentElement ?? input;
    return { opacity: getComputedStyle(box).opacity, width: box.getBoundingClientRect().width };
  });
  expect([opacity, width]).toEqual(['0', 1]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByText('Address and notes').click();
  await page.getByLabel('Your name').focus();
  const reached: (string | undefined)[] = [];
  for (let fields = 0; fields < 14; fields += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id));
  }
  expect(reached).toContain('notes');
  expect(reached).not.toContain('website');

  await trap.evaluate((input) => {
    (input as HTMLInputElement).value = 'https://spam.example';
  });
  await button('Send my estimate').click();
  await page.getByText('Thank you, Marisol').waitFor();
  expect(state.leads).toMatchObject([{ website: 'https://spam.example' }]);
});

it('a lead from the built widget on our server is accepted, not held', async () => {
  const app = await startTestApp({ dist: `${ROOT}/dist` });
  try {
    const company = await app.a.company();
    await app.a.material(company);
    await page.goto(`${app.url}/widget-demo?contractor=${company.contractor_id}`);
    await page.getByLabel('Fence length').fill('184');
    await button('Next').click();
    await page.getByLabel('Your name').fill('Marisol Vega');
    await page.getByLabel('Email').fill('marisol.vega@example.com');
    await button('Send my estimate').click();
    await page.getByText('Thank you, Marisol').waitFor();
    const caller = await app.callerFor(company);
    expect((await caller.leads.list({})).items).toMatchObject([{ name: 'Marisol Vega', held: false }]);
  } finally {
    await app.close();
  }
});
