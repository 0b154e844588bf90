import { execFileSync, spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import packageJson from '../package.json' with { type: 'json' };
import { buildNodeBundles } from '../scripts/build/node-bundles.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { startSink } from './delivery.ts';
import { fillFollowUps, resetFollowUps } from './follow-ups-data.ts';
import type { Line } from './result.ts';
import { median } from './rounds.ts';

const GOAL = 120;
const MILLION = 1_000_000;
const LAP = 20_000;
/** BENCH_MESSAGES=1000000 sends the whole million. */
const MESSAGES = Math.max(LAP, Number(process.env['BENCH_MESSAGES'] ?? 3 * LAP));
const BARE = '43 MB bare Node, recorded';
const PEER = '57 MB listmonk, claimed';

/** The worker's memory after so many messages. */
interface Sample {
  messages: number;
  megabytes: number;
}

export async function m2(): Promise<Line[]> {
  const database = await openDatabase();
  const sink = await startSink();
  await buildNodeBundles();
  try {
    const company = await database.a.company();
    await fillFollowUps(database, { companies: [company], each: LAP, now: new Date() });
    const worker = startBuiltWorker(database.url, sink.port);
    try {
      const samples = await watch(database, worker.pid ?? 0);
      return [lineOf(samples)];
    } finally {
      worker.kill('SIGKILL');
    }
  } finally {
    sink.close();
    await database.close();
  }
}

const ROOT = join(import.meta.dirname, '..');
/** What the package's script runs, and docker-compose.yml too: `env` becomes Node, so the process is ours to watch. */
const [PROGRAM = '', ...ARGUMENTS] = packageJson.scripts.worker.split(' ');

/** The worker as it is built for production and started there, on the system's clock. */
const startBuiltWorker = (databaseUrl: string, smtpPort: number) =>
  spawn(PROGRAM, ARGUMENTS, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'http://picket.test',
      APP_SECRET: 'a-secret-of-tests-that-is-long-enough',
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      TWILIO_ACCOUNT_SID: 'ACtest',
      TWILIO_AUTH_TOKEN: 'test-token',
      TWILIO_FROM: '+12085550199',
    },
  });

/** Lap after lap, its memory beside what it has sent. */
async function watch(database: BenchDatabase, pid: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let before = 0; before < MESSAGES; before += LAP) {
    if (before > 0) await resetFollowUps(database);
    for (let sent = 0; sent < LAP;) {
      await wait(250);
      sent = await countSent(database);
      if (sent === 0) continue;
      const sample = { messages: before + sent, megabytes: residentMegabytes(pid) };
      samples.push(sample);
      if (process.env['BENCH_SAMPLES']) console.log(`${sample.messages} ${sample.megabytes.toFixed(1)}`);
    }
  }
  return samples;
}

async function countSent({ owner }: BenchDatabase): Promise<number> {
  const { rows } = await owner.query<{ sent: number }>(
    `select count(*) as sent from messages where status in ('sent', 'delivered')`,
  );
  return rows[0]?.sent ?? 0;
}

const residentMegabytes = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

/** What it came to, and what it would come to after a million by its growth in the second half. */
function lineOf(samples: readonly Sample[]): Line {
  const most = Math.max(...samples.map(({ megabytes }) => megabytes));
  const late = samples.slice(Math.floor(samples.length / 2));
  const [first, second] = [late.slice(0, Math.floor(late.length / 2)), late.slice(Math.floor(late.length / 2))];
  const middle = (some: readonly Sample[], of: (sample: Sample) => number) => median(some.map(of));
  const grown = middle(second, ({ megabytes }) => megabytes) - middle(first, ({ megabytes }) => megabytes);
  const apart = middle(second, ({ messages }) => messages) - middle(first, ({ messages }) => messages);
  const growth = Math.max(0, (grown / apart) * (MILLION - MESSAGES));
  const after = MESSAGES < MILLION ? most + growth : most;
  return {
    id: 'M2',
    ours: `${Math.round(most)} MB at most over ${MESSAGES.toLocaleString('en-US')}${MESSAGES < MILLION ? `, ${Math.round(after)} MB by its growth` : ''}`,
    peer: PEER,
    floor: BARE,
    ratio: null,
    goal: `at most ${GOAL} MB over 1,000,000`,
    met: after <= GOAL,
    valid: true,
  };
}
