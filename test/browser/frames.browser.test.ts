import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KINDS } from '../../src/client/features/auth/mailed-link.ts';
import { DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import { openBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { closePages, openPage, sharedChromium } from './chromium.ts';
import { shiftFaults, slowDown } from './layout-shift.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

let database: TestDatabase;
let house: House;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  const secret = 'a-secret-of-tests-that-is-long-enough';
  await seedDemo({ connectionString: database.url, now: new Date(), secret });
  [house, browser] = await Promise.all([startHouse(database.url), sharedChromium()]);
});
afterAll(async () => {
  await closePages(browser);
  await house.close();
  await database.drop();
});

/** Opens a page in a new browser. Everything that the console says is collected in `said`. */
async function visit(options: BrowserContextOptions, as?: typeof DEMO): Promise<{ page: Page; said: string[] }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  if (as) {
    const visitor = openBrowser(house.url);
    await visitor.trpc.auth.signIn.mutate(as);
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: house.url })));
  }
  const said: string[] = [];
  const page = await openPage(context, said);
  page.on('console', (message) => said.push(`${page.url()} says ${message.text()} (${message.location().url})`));
  return { page, said };
}

/** Holds back the pages' scripts. Returns a function that lets them through. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Opens an address and waits only until the HTML and the styles have been read. */
const openHeld = (page: Page, path: string) => page.goto(house.url + path, { waitUntil: 'commit' });

/** Marks the elements with this selector. An element that's still there once the page works wasn't rendered again. */
const mark = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.setAttribute('data-marked', ''));
const isMarked = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.hasAttribute('data-marked'));

describe.each([
  { colorScheme: 'light', timezoneId: 'America/Los_Angeles', viewport: PHONE },
  { colorScheme: 'dark', timezoneId: 'Pacific/Auckland', viewport: DESK },
] as const)('$colorScheme, in $timezoneId', (options) => {
  test.each([
    { path: '/', keeps: 'h1' },
    { path: '/auth', keeps: 'input[name=email]' },
    { path: '/auth?view=sign-up&plan=starter', keeps: 'input[name=companyName]' },
    { path: '/auth?next=%2Fdashboard%3Ftab%3Dcrm', keeps: 'input[name=email]' },
    { path: '/auth?view=code&problem=google', keeps: 'input[name=email]' },
  ])('$path takes over its frame without a warning and without moving anything', async ({ path, keeps }) => {
    const { page, said } = await visit(options);
    const letThrough = await holdScripts(page);
    await openHeld(page, path);
    await mark(page, keeps);
    const asked = page.waitForResponse(/\/trpc\/.*auth\.session/);
    letThrough();
    // the landing page is whole, so it waits for somebody who uses it
    if (path === '/') {
      await page.waitForLoadState('load');
      await page.mouse.move(9, 9);
    }
    await asked;
    await page.waitForLoadState('networkidle');
    expect(await isMarked(page, keeps)).toBe(true);
    expect(said).toEqual([]);
    await slowDown(page, { cold: true });
    expect(await shiftFaults(page, [{ name: path, url: house.url + path }])).toEqual([]);
    await page.context().close();
  });

  test('the dashboard’s frame has its menu, and nothing moves when the leads appear', async () => {
    const { page, said } = await visit(options, DEMO);
    const letThrough = await holdScripts(page);
    await openHeld(page, '/dashboard?tab=leads');
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    const places = async () => {
      const parts =
        options.viewport === DESK ? await menu.getByRole('link').all() : [page.getByText('Picket Dashboard')];
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
      return boxes.map((box) => [box?.x, box?.y]);
    };
    await page.getByText('Picket Dashboard').waitFor();
    const before = await places();
    expect(await page.getByText('Marisol').count()).toBe(0);
    letThrough();
    await page.getByRole('button', { name: /^Account menu/ }).waitFor();
    await page.getByRole('heading', { name: 'Customer Leads' }).waitFor();
    expect(await places()).toEqual(before);
    expect(said).toEqual([]);
    await page.context().close();
  });
});

test('a narrow menu, and the menu of the sales role, are already right in the frame', async () => {
  const { page } = await visit({ viewport: DESK });
  await page.context().addCookies([{ name: 'sidebar:state', value: 'false', url: house.url }]);
  await page.addInitScript(() => localStorage.setItem('sales', 'yes'));
  await holdScripts(page);
  await openHeld(page, '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect
    .poll(() => menu.getByRole('link').allInnerTexts())
    .toEqual(['Customer Leads', 'CRM', 'Admin', 'Feedback']);
  expect(await menu.evaluate((element) => element.getBoundingClientRect().width)).toBeLessThan(48);
  await page.context().close();
});

test('what was typed and sent before the script ran isn’t lost, and never gets into the URL', async () => {
  const { page, said } = await visit({ viewport: PHONE });
  const letThrough = await holdScripts(page);
  await openHeld(page, '/auth');
  await page.getByLabel('Email', { exact: true }).fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${house.url}/auth`);
  const asked = page.waitForResponse(/\/trpc\/.*auth\.session/);
  letThrough();
  await asked;
  await page.waitForURL(/\/dashboard/);
  expect(said).toEqual([]);
  await page.context().close();
});

const STEP = {
  verify: 'Confirm your email address',
  reset: 'Choose a new password',
  'sign-in': 'Sign in',
  totp: 'Second step',
  invite: 'Sign in',
} as const;
test.each(KINDS)('an emailed link (%s) never shows the form of another step', async (kind) => {
  const { page, said } = await visit({ viewport: PHONE });
  const seen: string[] = [];
  await page.exposeFunction('tell', (words: string) => seen.push(words));
  await page.addInitScript(() => {
    const tell = Reflect.get(window, 'tell') as (words: string) => void;
    const look = () => {
      for (const each of document.querySelectorAll('h1, form'))
        if (each.checkVisibility({ visibilityProperty: true }))
          tell(each.getAttribute('aria-label') ?? each.textContent);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const letThrough = await holdScripts(page);
  await openHeld(page, `/auth#${kind}=some-token`);
  // the form in the HTML is removed without having been visible
  await page.locator('#root:empty').waitFor({ state: 'attached' });
  expect(seen).toEqual([]);
  letThrough();
  await page.getByRole('heading', { name: STEP[kind] }).waitFor();
  await expect.poll(() => seen).toContain(STEP[kind]);
  expect(seen.includes('Sign in')).toBe(STEP[kind] === 'Sign in');
  expect(said.filter((line) => !line.includes('team.invitation'))).toEqual([]);
  await page.context().close();
});

test('somebody who only reads the landing page doesn’t wait for its script, and the first tap works', async () => {
  const { page, said } = await visit({ viewport: PHONE, hasTouch: true });
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.url().includes('auth.session'))));
  await page.goto(house.url, { waitUntil: 'networkidle' });
  expect(asked).toBe(0);
  await page.getByRole('link', { name: 'Sign up', exact: true }).tap();
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect(said).toEqual([]);
  await page.context().close();
});

test('without a script, the landing page is whole and its links work', async () => {
  const { page } = await visit({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto(house.url);
  for (const name of [
    'Homeowners have a price before you’ve rolled up the tape.',
    'Choose Your Plan',
    'Starter',
    'Pro',
  ])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByRole('link', { name: 'Sign up', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  await page.getByRole('link', { name: 'Picket' }).click();
  await page.getByRole('link', { name: 'Privacy' }).click();
  await page.waitForURL(/\/privacy$/);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Privacy');
  await page.context().close();
});
