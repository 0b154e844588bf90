import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { chromiumPath } from '../tools.ts';

/**
 * Starts Chromium with the command-line `flags`. Throws if Chromium isn't installed. In that case, `vitest.config.ts`
 * skips the browser project. With a `port`, other programs can also control the browser on that port.
 */
export const launchChromium = ({ port, flags = [] }: { port?: number; flags?: string[] } = {}): Promise<Browser> => {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error('no Chromium');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
      ...flags,
    ],
  });
};

/**
 * A page in a test lives only for seconds. Optimizing its code would take more CPU time than it saves (10% of a test's
 * CPU time).
 */
const SHORT_LIVED = ['--js-flags=--no-opt'];

let shared: Promise<Browser> | undefined;

/**
 * Returns the Chromium that all test files of one process share. It closes with the process. A test closes its pages
 * with `closePages`.
 */
export async function sharedChromium(): Promise<Browser> {
  if (!shared || !(await shared).isConnected()) shared = launchChromium({ flags: SHORT_LIVED });
  return shared;
}

/**
 * Closes the pages that a test opened. A route that is still preparing a response for them doesn't count as an error.
 */
export async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** Closes all pages that a test file opened. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map(closeContext));
}

/**
 * Closes the pages of a context that a test file keeps for all of its tests. A page whose scripts and styles are cached
 * loads in half the CPU time. The next test opens its page with `openPageAnew`.
 */
export async function leaveContext(context: BrowserContext): Promise<void> {
  const pages = context.pages();
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(pages.map((page) => page.close()));
  await context.setOffline(false);
}

/** Opens a page in a kept context. Clears everything that an earlier test stored for `origin`, except the cache. */
export async function openPageAnew(context: BrowserContext, origin: string, faults: string[]): Promise<Page> {
  await context.clearCookies();
  const page = await openPage(context, faults);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  return page;
}

/** Chromium's error if the page navigated by itself at the moment of our `goto`. */
const INTERRUPTED = /ERR_ABORTED|interrupted by another navigation/;

/**
 * Makes `goto` try again, at most twice, if the page's own navigation interrupted it. For example, a dialog that closes
 * goes back in the history, and an ended session loads `/auth`. A person would also enter the URL again.
 */
function repeatGoto(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...address) => {
    for (let left = 2; ; left -= 1)
      try {
        return await goto(...address);
      } catch (error) {
        if (left === 0 || !INTERRUPTED.test(String(error))) throw error;
      }
  };
}

/** How a page's console marks what its content security policy refused. */
const REFUSED = 'securitypolicyviolation';

/**
 * Opens a page. Its script errors and whatever its content security policy refuses are collected in `faults`, each with
 * the page's URL.
 */
export async function openPage(context: BrowserContext, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.addInitScript((refused) => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      console.info(refused, effectiveDirective, blockedURI, sourceFile, lineNumber, sample);
    });
  }, REFUSED);
  page.on('console', (message) => {
    if (message.text().startsWith(REFUSED)) faults.push(`${page.url()}: ${message.text()}`);
  });
  repeatGoto(page);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  return page;
}

/**
 * Deletes the cookies and holds back the page's background requests, so that the next press in the test is the first to
 * discover the ended session. Returns a function that releases the requests.
 */
export async function loseSession(context: BrowserContext): Promise<() => Promise<void>> {
  const held: Route[] = [];
  const hold = async (route: Route) => {
    if (route.request().method() === 'GET') held.push(route);
    else await route.continue();
  };
  await context.route('**/trpc/**', hold);
  await context.clearCookies();
  return async () => {
    await context.unroute('**/trpc/**', hold);
    // If the page was left in the meantime, its requests are gone.
    await Promise.allSettled(held.map((route) => route.continue()));
  };
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
