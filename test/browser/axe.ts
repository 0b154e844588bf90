import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

interface Axe {
  axe: { run: (on: string) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

/** What axe finds wrong inside `selector`, one line each: its rule and the elements. */
export async function axeFaults(page: Page, selector: string): Promise<string[]> {
  // not as a script element: our own pages allow no inline script
  await page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
  return page.evaluate(async (on) => {
    const { violations } = await (window as unknown as Axe).axe.run(on);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, selector);
}
