import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort, launchChromium } from '../test/browser/chromium.ts';
import { startTestApp } from '../test/caller.ts';
import { openDatabase } from './database.ts';
import { installPeers } from './peers.ts';
import type { Line } from './result.ts';
import { buildIfNeeded } from '../scripts/build.ts';

const GOAL = 95;
const RUNS = 5;

/** What this benchmark uses of `lighthouse`, which isn't installed beside the product. */
interface Lighthouse {
  default(
    url: string,
    flags: { port: number; logLevel: 'error'; onlyCategories: string[] },
  ): Promise<{ lhr: { categories: Record<string, { score: number | null }> } } | undefined>;
}

const CATEGORIES = { performance: '', accessibility: ' accessibility', 'best-practices': ' best practices' };
type Scores = Record<keyof typeof CATEGORIES, number>;

/**
 * Measures Lighthouse's scores for performance, accessibility and best practices on a simulated phone, for the
 * homeowner's estimate page, the landing page and the sign-in page. Each is the median of five runs.
 */
export async function h1(): Promise<Line[]> {
  await buildIfNeeded({ say: (line) => console.error(line) });
  const entry = join(installPeers(), 'lighthouse', 'core', 'index.js');
  const lighthouse = (await import(pathToFileURL(entry).href)) as Lighthouse;
  const database = await openDatabase();
  const app = await startTestApp({ database: database.database });
  const port = await freePort();
  const browser = await launchChromium({ port });
  try {
    const pages = [
      ['H1', await sendEstimate(app)],
      ['H1 landing page', `${app.url}/`],
      ['H1 sign-in page', `${app.url}/auth`],
    ] as const;
    const lines: Line[] = [];
    for (const [id, url] of pages) lines.push(...(await linesOf(id, () => scoresOf(lighthouse, url, port))));
    return lines;
  } finally {
    await browser.close();
    await app.close();
    await database.close();
  }
}

async function linesOf(page: string, measure: () => Promise<Scores>): Promise<Line[]> {
  const runs: Scores[] = [];
  while (runs.length < RUNS) runs.push(await measure());
  return Object.entries(CATEGORIES).map(([category, name]) => {
    const scores = runs.map((run) => run[category as keyof Scores]);
    const median = scores.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
    const ours = `${median} of ${scores.join(', ')}`;
    const goal = `at least ${GOAL}`;
    const met = median >= GOAL;
    return { id: page + name, ours, peer: '', floor: '100', ratio: median / 100, goal, met, valid: true };
  });
}

async function scoresOf(lighthouse: Lighthouse, url: string, port: number): Promise<Scores> {
  const onlyCategories = Object.keys(CATEGORIES);
  const result = await lighthouse.default(url, { port, logLevel: 'error', onlyCategories });
  const scoreOf = (category: string) => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
  };
}

async function sendEstimate(app: Awaited<ReturnType<typeof startTestApp>>): Promise<string> {
  const company = await app.a.company({ name: 'Acme Fence' });
  const material = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const lead = await app.a.lead(company, { name: 'Marisol Vega' });
  const caller = await app.callerFor(company);
  const sent = await caller.estimates.send({ leadId: lead.id, materialId: material.id, perimeter: 184, gateCount: 1 });
  return `${app.url}${new URL(sent.url).pathname}`;
}
