import lighthouse from 'lighthouse';
import { freePort, launchChromium } from '../test/browser/chromium.ts';
import { startTestApp } from '../test/caller.ts';
import { openDatabase } from './database.ts';
import type { Line } from './result.ts';
import { buildIfNeeded } from '../scripts/build.ts';

const GOAL = 95;
const RUNS = 5;

/**
 * Measures Lighthouse's performance score on a simulated phone for the homeowner's estimate page, the landing page and
 * the sign-in page. Each is the median of five runs.
 */
export async function h1(): Promise<Line[]> {
  await buildIfNeeded({ say: (line) => console.error(line) });
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
    for (const [id, url] of pages) lines.push(await lineOf(id, url, port));
    return lines;
  } finally {
    await browser.close();
    await app.close();
    await database.close();
  }
}

async function lineOf(id: string, url: string, port: number): Promise<Line> {
  const scores: number[] = [];
  for (let run = 0; run < RUNS; run += 1) scores.push(await scoreOf(url, port));
  const median = scores.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
  const ours = `${median} of ${scores.join(', ')}`;
  const goal = `at least ${GOAL}`;
  return { id, ours, peer: '', floor: '100', ratio: median / 100, goal, met: median >= GOAL, valid: true };
}

async function scoreOf(url: string, port: number): Promise<number> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: ['performance'] });
  return Math.round((result?.lhr.categories['performance']?.score ?? 0) * 100);
}

async function sendEstimate(app: Awaited<ReturnType<typeof startTestApp>>): Promise<string> {
  const company = await app.a.company({ name: 'Acme Fence' });
  const material = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const lead = await app.a.lead(company, { name: 'Marisol Vega' });
  const caller = await app.callerFor(company);
  const sent = await caller.estimates.send({ leadId: lead.id, materialId: material.id, perimeter: 184, gateCount: 1 });
  return `${app.url}${new URL(sent.url).pathname}`;
}
