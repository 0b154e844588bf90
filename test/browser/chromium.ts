import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../tools.ts';

/**
 * Chromium for a test. Throws if none is installed; `vitest.config.ts` skips the browser project then. With a `port`,
 * another program can also control it there.
 */
export const launchChromium = (port?: number): Promise<Browser> => {
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
    ],
  });
};

let shared: Promise<Browser> | undefined;

/**
 * The Chromium that all test files of one process share. It closes with the process; a test closes its pages with
 * `closePages`.
 */
export async function sharedChromium(): Promise<Browser> {
  if (!shared || !(await shared).isConnected()) shared = launchChromium();
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

/** A page whose script errors are collected in `faults`, each with the page's URL. */
export async function openPage(context: BrowserContext, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  return page;
}

/** A port that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
