import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { chromiumPath } from '../tools.ts';

/**
 * Chromium with `flags` of its command line. Throws if none is installed; `vitest.config.ts` skips the browser project
 * then. With a `port`, another program can also control it there.
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

/** A page of a test lives for seconds: optimizing its code takes more processor time than it saves (10 % of a test's). */
const SHORT_LIVED = ['--js-flags=--no-opt'];

let shared: Promise<Browser> | undefined;

/**
 * The Chromium that all test files of one process share. It closes with the process; a test closes its pages with
 * `closePages`.
 */
export async function sharedChromium(): Promise<Browser> {
  if (!shared || !(await shared).isConnected()) shared = launchChromium({ flags: SHORT_LIVED });
  return shared;
}

/** Closes the pages that a test opened. Routes that are still preparing an answer for them don't count as errors. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** Closes all pages that a test file opened. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map(closeContext));
}

/**
 * Closes the pages of a context that a test file keeps for all of its tests, because a page whose scripts and styles are
 * cached loads in half of the CPU time. The next test opens its page by `openPageAnew`.
 */
export async function leaveContext(context: BrowserContext): Promise<void> {
  const pages = context.pages();
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(pages.map((page) => page.close()));
  await context.setOffline(false);
}

/** A page in a kept context, after everything except its cache that an earlier test stored for `origin` is cleared. */
export async function openPageAnew(context: BrowserContext, origin: string, faults: string[]): Promise<Page> {
  await context.clearCookies();
  const page = await openPage(context, faults);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  return page;
}

/** What Chromium says when the page navigated by itself at the moment of our `goto`. */
const INTERRUPTED = /ERR_ABORTED|interrupted by another navigation/;

/**
 * Makes `goto` start again, at most twice, if the page's own navigation stopped it: a dialog that closes goes back in
 * the history, and a session that has ended loads `/auth`. A person enters the address again too.
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

/** A page whose script errors are collected in `faults`, each with the page's URL. */
export async function openPage(context: BrowserContext, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  repeatGoto(page);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  return page;
}

/**
 * Deletes the cookies and holds back the page's background requests, so that the person's next press is what finds the
 * session gone. The returned function lets the requests go.
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
    // The requests of a page that was left meanwhile are gone.
    await Promise.allSettled(held.map((route) => route.continue()));
  };
}

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
