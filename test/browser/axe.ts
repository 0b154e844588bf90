import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

interface Found {
  violations: { id: string; nodes: { html: string }[] }[];
}
interface Axe {
  axe?: { run: (on: string, options: object) => Promise<Found> };
}

/** Returns axe's errors inside `selector`, one line each: the rule and the elements. */
export async function axeFaults(page: Page, selector: string): Promise<string[]> {
  // Doesn't use a script element, because our own pages forbid inline scripts.
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
  return page.evaluate(async (on) => {
    const { axe } = window as unknown as Axe;
    if (!axe) return ['axe is not there'];
    // None of the rules that we run reads style sheets, so they aren't fetched again.
    const { violations } = await axe.run(on, { resultTypes: ['violations'], preload: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, selector);
}
