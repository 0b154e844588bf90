import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../tools.ts';

/** Chromium for a test; throws where there is none (the project is left out then, `vitest.config.ts`). */
export const launchChromium = (): Promise<Browser> => {
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
    ],
  });
};

/** A page whose script errors are collected in `faults`, each with the page's address. */
export async function openPage(context: BrowserContext, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  return page;
}
