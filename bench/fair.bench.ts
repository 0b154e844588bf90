import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import type { Crowd } from './fair-crowd.ts';
import { type Line, milliseconds } from './result.ts';
import { inTurn, quantile, type Run } from './rounds.ts';
import { cookieOf } from './sign-in.ts';

const GOAL = 3;
const SENDS_AT_ONCE = 100;
const WIDGETS_AT_ONCE = 200;
/** The number of requests per run, enough for a 99th percentile. */
const LISTS = 300;
/** How many leads the measured company has: a full first page. */
const LEADS = 60;

type Counts = Record<string, number>;

export async function f1(): Promise<Line[]> {
  const database = await openDatabase();
  const children: ChildProcess[] = [];
  const start = (file: string) => {
    const child = fork(join(import.meta.dirname, file), { env: { ...process.env, DATABASE_URL: database.url } });
    children.push(child);
    return child;
  };
  try {
    const server = start('fair-server.ts');
    const { url } = z.object({ url: z.string() }).parse(await heard(server));
    const quiet = await lister(database, url);
    const sends = await crowdOf(start('fair-crowd.ts'), await sending(database, url));
    const widgets = await crowdOf(start('fair-crowd.ts'), await showing(database, url));
    const result = await inTurn({
      floor: quiet,
      F1: sends.beside(quiet),
      'F1 widgets': widgets.beside(quiet),
    });
    for (const { counts } of [sends, widgets])
      if (Object.keys(counts).some((status) => status !== '200'))
        console.error(`some requests failed: ${JSON.stringify(counts)}`);
    return (['F1', 'F1 widgets'] as const).map((id) => {
      const ratio = result.ratioOf(id);
      return {
        id,
        ours: milliseconds(result[id]),
        peer: 'none seen',
        floor: milliseconds(result.floor),
        ratio,
        goal: `at most ${GOAL}`,
        met: ratio <= GOAL,
        valid: result.valid,
      };
    });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database.close();
  }
}

const heard = async (child: ChildProcess): Promise<unknown> => {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
};

/**
 * Measures the 99th-percentile response time for `leads.list` calls that a signed-in dashboard sends one after another.
 */
async function lister(database: BenchDatabase, url: string): Promise<Run> {
  const { company, cookie } = await signedIn(database, url);
  for (let made = 0; made < LEADS; made += 1) await database.a.lead(company);
  const path = `${url}/trpc/leads.list?input=${encodeURIComponent('{}')}`;
  const ask = (agent: Agent) =>
    new Promise<void>((resolve, reject) => {
      get(path, { agent, headers: { cookie } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`leads.list answered ${response.statusCode}`));
        response.resume().once('end', resolve);
      }).once('error', reject);
    });
  return async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const took: number[] = [];
    for (let asked = 0; asked < LISTS; asked += 1) {
      const began = performance.now();
      await ask(agent);
      took.push(performance.now() - began);
    }
    agent.destroy();
    return quantile(took, 0.99);
  };
}

/** A company that sends estimates. Each request uses a different lead, so that no lead gets two identical estimates. */
async function sending(database: BenchDatabase, url: string): Promise<Crowd> {
  const { company, cookie } = await signedIn(database, url);
  const material = await database.a.material(company);
  const leads: LeadRow[] = [];
  for (let made = 0; made < SENDS_AT_ONCE; made += 1) leads.push(await database.a.lead(company, { phone: null }));
  const requests = [150, 160, 170, 180].flatMap((perimeter) =>
    leads.map(({ id }) => ({
      path: '/trpc/estimates.send',
      body: JSON.stringify({ leadId: id, perimeter, materialId: material.id, gateCount: 1 }),
    })),
  );
  return { url, atOnce: SENDS_AT_ONCE, headers: { cookie, 'content-type': 'application/json' }, requests };
}

/** Visitors to one company's site, who all open its widget. */
async function showing(database: BenchDatabase, url: string): Promise<Crowd> {
  const company = await database.a.company();
  await database.a.material(company);
  return {
    url,
    atOnce: WIDGETS_AT_ONCE,
    headers: {},
    requests: [{ path: `/api/widget/v1/config/${company.contractor_id}` }],
  };
}

async function signedIn(database: BenchDatabase, url: string): Promise<{ company: CompanyRow; cookie: string }> {
  database.clock.set(new Date());
  const owner = await database.a.user();
  const company = await database.a.company({ user_id: owner.id });
  return { company, cookie: await cookieOf(url, owner.email) };
}

/** Generates load from another process while a benchmark runs. */
async function crowdOf(child: ChildProcess, crowd: Crowd) {
  const tell = async (message: Crowd | 'go' | 'stop') => {
    const told = heard(child);
    child.send(message);
    return told;
  };
  await tell(crowd);
  const counts: Counts = {};
  return {
    /** The number of responses by status. */
    counts,
    beside:
      (run: Run): Run =>
      async () => {
        await tell('go');
        try {
          return await run();
        } finally {
          const answered = z.record(z.string(), z.number()).parse(await tell('stop'));
          for (const [status, count] of Object.entries(answered)) counts[status] = (counts[status] ?? 0) + count;
        }
      },
  };
}
