import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { closeContext, closePages, sharedChromium } from './chromium.ts';
import { type FakeDashboard, LEAD_ID, startFakeDashboard } from './fake-dashboard-server.ts';

/** The dashboard in a browser with made-up answers, new for each test; an error of the page fails its test. */
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

/** Registers the hooks; what it returns is filled before each test. */
export function dialogPage(): DialogPage {
  const it = {} as DialogPage;
  let browser: Browser;
  let close: () => Promise<void>;
  let faults: string[];
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => closePages(browser));
  beforeEach(async () => {
    const server = await startFakeDashboard();
    const page = await browser.newPage({
      viewport: { width: 1280, height: 900 },
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    });
    close = server.close;
    faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
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
    await closeContext(it.page.context());
    await close();
    if (faults.length > 0) throw new Error(`the page met errors: ${faults.join('; ')}`);
  });
  return it;
}
