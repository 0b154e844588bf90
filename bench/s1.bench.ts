import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { openDatabase } from './database.ts';
import type { Line } from './result.ts';
import { inTurn, type Run } from './rounds.ts';
import { cookieOf } from './sign-in.ts';

const CONNECTIONS = 16;
const SECONDS = 2;

interface Started {
  child: ChildProcess;
  url: string;
}

async function start(file: string, databaseUrl: string): Promise<Started> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, DATABASE_URL: databaseUrl } });
  const [message] = (await once(child, 'message')) as [unknown];
  return { child, url: z.object({ url: z.string() }).parse(message).url };
}

/** Measures responses per second. The requests come from another process over keep-alive connections. */
const rate =
  (url: string, headers: Record<string, string> = {}): Run =>
  async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const end = performance.now() + SECONDS * 1000;
    let answered = 0;
    const ask = () =>
      new Promise<void>((resolve, reject) => {
        get(url, { agent, headers }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
          response.resume().once('end', resolve);
        }).once('error', reject);
      });
    const client = async () => {
      while (performance.now() < end) {
        await ask();
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
    agent.destroy();
    return answered / SECONDS;
  };

/** The measured request, and the equivalent request to the floor server. */
interface Asked {
  id: string;
  ours: string;
  floor: string;
  goal: number;
  peer: string;
}

async function compare({ id, ours, floor, goal, peer }: Asked, cookie: string): Promise<Line> {
  const result = await inTurn({ floor: rate(floor, { cookie }), ours: rate(ours, { cookie }) });
  const ratio = result.ratioOf('ours');
  return {
    id,
    ours: `${Math.round(result.ours)}/s`,
    peer,
    floor: `${Math.round(result.floor)}/s`,
    ratio,
    goal: `at least ${goal}`,
    met: ratio >= goal,
    valid: result.valid,
  };
}

/** Starts the product's server with a company, its lead and a sent estimate, and starts the floor server. */
async function withServers(work: (at: Servers) => Promise<Line[]>): Promise<Line[]> {
  const database = await openDatabase();
  const children: ChildProcess[] = [];
  try {
    const owner = await database.a.user();
    const company = await database.a.company({ user_id: owner.id });
    const lead = await database.a.lead(company);
    await database.a.consent(company, lead);
    await database.a.material(company);
    const ours = await start('s1-ours.ts', database.url);
    const floor = await start('s1-floor.ts', database.url);
    children.push(ours.child, floor.child);
    const cookie = await cookieOf(ours.url, owner.email);
    return await work({
      ours: ours.url,
      floor: floor.url,
      cookie,
      leadId: lead.id,
      contractorId: company.contractor_id,
    });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database.close();
  }
}

interface Servers {
  ours: string;
  floor: string;
  cookie: string;
  leadId: string;
  contractorId: string;
}

/**
 * Compares `leads.get` with the smallest server that returns a lead, and with a server that does the same work in
 * handwritten code.
 */
export const s1 = (): Promise<Line[]> =>
  withServers(async ({ ours, floor, cookie, leadId }) => {
    const get = `${ours}/trpc/leads.get?input=${encodeURIComponent(JSON.stringify({ leadId }))}`;
    const peer = '0.30 stock stack, recorded';
    const s1a = { id: 'S1', ours: get, floor: `${floor}/leads/${leadId}`, goal: 0.3, peer };
    const s1b = { id: 'S1b', ours: get, floor: `${floor}/by-hand/${leadId}`, goal: 0.6, peer: 'none seen' };
    return [await compare(s1a, cookie), await compare(s1b, cookie)];
  });

/** Compares each public page's request with a single prepared query. */
export const s2 = (): Promise<Line[]> =>
  withServers(async ({ ours, floor, cookie, contractorId }) => [
    await compare(
      {
        id: 'S2',
        ours: `${ours}/api/widget/v1/config/${contractorId}`,
        floor: `${floor}/companies/${contractorId}`,
        goal: 1,
        peer: '0.30 stock stack, recorded',
      },
      cookie,
    ),
  ]);
