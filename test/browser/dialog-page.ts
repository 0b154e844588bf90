import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { closePages, sharedChromium } from './chromium.ts';
import { EMPTY, startFakeDashboard } from './fake-dashboard-server.ts';
import { type FakeDashboard, LEAD_ID } from '../fake-dashboard.ts';

/**
 * The dashboard in a browser, with fake responses that are reset for each test. A script error in the page fails the
 * test.
 */
export interface DialogPage {
  fake: FakeDashboard;
  page: Page;
  /** Opens the Leads tab, with additional search parameters. */
  visit(more?: Record<string, string>): Promise<void>;
  open(dialog: 'estimate' | 'follow-up'): Promise<void>;
  /** Loads a page of the dashboard ('/dashboard?tab=pricing'). */
  goTo(path: string): Promise<void>;
  dialog(): Locator;
  /** Returns a button of the dialog by its full name. */
  button(name: string): Locator;
  /** Waits until this text appears, in a toast or elsewhere on the page. */
  said(text: string): Promise<void>;
  /** Returns the inputs of all mutations of one procedure, in order. */
  mutations(path: string): Record<string, unknown>[];
}

const WIDE = { width: 1280, height: 900 };

/** Registers the test hooks. They fill the returned object before each test. */
export function dialogPage(): DialogPage {
  const it = {} as DialogPage;
  let browser: Browser;
  let server: Awaited<ReturnType<typeof startFakeDashboard>>;
  let page: Page;
  let faults: string[] = [];
  beforeAll(async () => {
    browser = await sharedChromium();
    // The whole file shares one page, because a page that has already loaded its scripts and styles takes half as long
    // as a new one.
    server = await startFakeDashboard();
    page = await browser.newPage({ timezoneId: 'America/New_York' });
    page.on('pageerror', (error) => faults.push(error.message));
  });
  afterAll(async () => {
    await closePages(browser);
    await server.close();
  });
  beforeEach(async () => {
    server.reset();
    await asNew(page, server.url);
    faults = [];
    const dialog = () => page.getByRole('dialog');
    Object.assign(it, {
      fake: server.fake,
      page,
      dialog,
      visit: async (more = {}) => {
        await page.goto(`${server.url}/dashboard?${new URLSearchParams({ tab: 'leads', ...more }).toString()}`);
      },
      open: async (name: string) => {
        await it.visit({ lead: LEAD_ID, dialog: name });
        await dialog().waitFor();
      },
      goTo: async (path: string) => {
        await page.goto(server.url + path);
      },
      button: (name: string) => dialog().getByRole('button', { name, exact: true }),
      said: (text: string) => page.getByText(text).first().waitFor(),
      mutations: (path: string) => server.fake.sent.filter((call) => call.path === path).map(({ input }) => input),
    } satisfies DialogPage);
  });
  afterEach(async () => {
    await leave(page);
    if (faults.length > 0) throw new Error(`the page met errors: ${faults.join('; ')}`);
  });
  return it;
}

/** Closes other pages that a test opened, and leaves the page that was open in the shared tab. */
async function leave(page: Page): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(context.pages().flatMap((one) => (one === page ? [] : [one.close()])));
  await context.setOffline(false);
  await page.goto('about:blank');
}

/** Clears everything that an earlier test may have stored in the browser, except the cache. */
async function asNew(page: Page, origin: string): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${origin}${EMPTY}`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
