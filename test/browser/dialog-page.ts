import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { closePages, sharedChromium } from './chromium.ts';
import { EMPTY, type FakeDashboard, LEAD_ID, startFakeDashboard } from './fake-dashboard-server.ts';

/** The dashboard in a browser with made-up answers, as new for each test; an error of the page fails its test. */
export interface DialogPage {
  fake: FakeDashboard;
  page: Page;
  /** Goes to the Leads tab, with more in its address. */
  visit(more?: Record<string, string>): Promise<void>;
  open(dialog: 'estimate' | 'follow-up'): Promise<void>;
  /** Loads a page of the dashboard ('/dashboard?tab=pricing'). */
  goTo(path: string): Promise<void>;
  dialog(): Locator;
  /** A button of the dialog by its whole name. */
  button(name: string): Locator;
  /** Waits until the page says so, in a toast or anywhere. */
  said(text: string): Promise<void>;
  /** Inputs of the mutations of one path, in order. */
  mutations(path: string): Record<string, unknown>[];
}

const WIDE = { width: 1280, height: 900 };

/** Registers the hooks; what it returns is filled before each test. */
export function dialogPage(): DialogPage {
  const it = {} as DialogPage;
  let browser: Browser;
  let server: Awaited<ReturnType<typeof startFakeDashboard>>;
  let page: Page;
  let faults: string[] = [];
  beforeAll(async () => {
    browser = await sharedChromium();
    // for the whole file: a page that has its scripts and styles already costs half of a new one
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

/** Closes what a test opened beside its page, and ends what is under way in it. */
async function leave(page: Page): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(context.pages().flatMap((one) => (one === page ? [] : [one.close()])));
  await context.setOffline(false);
  await page.goto('about:blank');
}

/** Leaves nothing that a test before could have kept in it, but what a browser has in its cache. */
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
