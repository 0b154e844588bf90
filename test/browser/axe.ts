import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

interface Found {
  violations: { id: string; nodes: { html: string }[] }[];
}
interface Axe {
  axe?: { run: (on: string, options: object) => Promise<Found> };
}

/** What axe finds wrong inside `selector`, one line each: its rule and the elements. */
export async function axeFaults(page: Page, selector: string): Promise<string[]> {
  // not as a script element: our own pages allow no inline script
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
  return page.evaluate(async (on) => {
    const { axe } = window as unknown as Axe;
    if (!axe) return ['axe is not there'];
    // no rule that runs reads style sheets, so they need not be fetched again
    const { violations } = await axe.run(on, { resultTypes: ['violations'], preload: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, selector);
}
