import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { openDatabase } from './database.ts';
import type { Line } from './result.ts';
import { inTurn, type Run } from './rounds.ts';
import { cookieOf } from './sign-in.ts';

const GOAL = 0.6;
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

/** Answers a second from a process of its own, over kept connections. */
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

export async function s1(): Promise<Line[]> {
  const database = await openDatabase();
  const children: ChildProcess[] = [];
  try {
    const owner = await database.a.user();
    const company = await database.a.company({ user_id: owner.id });
    const lead = await database.a.lead(company);
    await database.a.consent(company, lead);
    const ours = await start('s1-ours.ts', database.url);
    const floor = await start('s1-floor.ts', database.url);
    children.push(ours.child, floor.child);
    const cookie = await cookieOf(ours.url, owner.email);
    const input = encodeURIComponent(JSON.stringify({ leadId: lead.id }));
    const result = await inTurn({
      floor: rate(`${floor.url}/${lead.id}`),
      ours: rate(`${ours.url}/trpc/leads.get?input=${input}`, { cookie }),
    });
    const ratio = result.ours / result.floor;
    return [
      {
        id: 'S1',
        ours: `${Math.round(result.ours)}/s`,
        peer: '0.30 stock stack, recorded',
        floor: `${Math.round(result.floor)}/s`,
        ratio,
        goal: `at least ${GOAL}`,
        met: ratio >= GOAL,
        valid: result.valid,
      },
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database.close();
  }
}
