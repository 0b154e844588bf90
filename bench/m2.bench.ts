import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { buildNodeBundles } from '../scripts/build/node-bundles.ts';
import { startTestRedis } from '../test/redis.ts';
import { redisServerPath } from '../test/tools.ts';
import { startBuiltWorker } from './built-worker.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { type Sink, startSink } from './delivery.ts';
import { fillFollowUps, resetFollowUps } from './follow-ups-data.ts';
import type { Line } from './result.ts';
import { median } from './rounds.ts';

const GOAL = 200;
const MILLION = 1_000_000;
const LAP = 20_000;
const COMPANIES = 8;
/** BENCH_MESSAGES=1000000 sends a million messages. */
const MESSAGES = Math.max(LAP, Number(process.env['BENCH_MESSAGES'] ?? 3 * LAP));
const BARE = '43 MB bare Node, recorded';
const PEER = '57 MB listmonk, claimed';

/** The worker's memory after this many messages. */
interface Sample {
  messages: number;
  megabytes: number;
}

interface Crew {
  workers: number;
  messages: number;
  redisUrl?: string;
}

export async function m2(): Promise<Line[]> {
  const database = await openDatabase();
  const sink = await startSink();
  const redis = redisServerPath() === undefined ? undefined : await startTestRedis();
  await buildNodeBundles();
  try {
    const companies: CompanyRow[] = [];
    for (let made = 0; made < COMPANIES; made += 1) companies.push(await database.a.company());
    await fillFollowUps(database, { companies, each: LAP / COMPANIES, now: new Date() });
    const lines = [lineOf('M2', await run(database, sink, { workers: 1, messages: MESSAGES }))];
    for (const { name, ...crew } of [
      { name: 'M2 2 workers', workers: 2 },
      { name: 'M2 4 workers', workers: 4 },
      ...(redis ? [{ name: 'M2 on Redis', workers: 1, redisUrl: redis.url }] : []),
    ])
      lines.push(lineOf(name, await run(database, sink, { ...crew, messages: LAP })));
    return lines;
  } finally {
    sink.close();
    await redis?.kill();
    await database.close();
  }
}

/** Measures the largest worker's peak memory while the workers send the given number of messages. */
async function run(database: BenchDatabase, sink: Sink, { workers, messages, redisUrl }: Crew): Promise<Sample[]> {
  await resetFollowUps(database);
  const surroundings = { databaseUrl: database.url, smtpPort: sink.port, redisUrl };
  const crew = Array.from({ length: workers }, () => startBuiltWorker(surroundings));
  try {
    return await watch(database, { messages, pids: crew.map(({ pid }) => pid ?? 0) });
  } finally {
    for (const worker of crew) worker.kill('SIGKILL');
  }
}

/** Sends one batch after another, and records the memory use and the number of sent messages every 250 ms. */
async function watch(
  database: BenchDatabase,
  { messages, pids }: { messages: number; pids: readonly number[] },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let before = 0; before < messages; before += LAP) {
    if (before > 0) await resetFollowUps(database);
    for (let sent = 0; sent < LAP;) {
      await wait(250);
      sent = await countSent(database);
      if (sent === 0) continue;
      const sample = { messages: before + sent, megabytes: Math.max(...pids.map(residentMegabytes)) };
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

/**
 * Returns the result. With more than one batch, also uses the second half's growth to estimate the memory after a
 * million messages.
 */
function lineOf(id: string, samples: readonly Sample[]): Line {
  const most = Math.max(...samples.map(({ megabytes }) => megabytes));
  const sent = samples.at(-1)?.messages ?? 0;
  const after = sent > LAP && sent < MILLION ? most + growthIn(samples) * (MILLION - sent) : most;
  return {
    id,
    ours: `${Math.round(most)} MB at most over ${sent.toLocaleString('en-US')}${after === most ? '' : `, ${Math.round(after)} MB by its growth`}`,
    peer: PEER,
    floor: BARE,
    ratio: null,
    goal: `at most ${GOAL} MB over 1,000,000`,
    met: after <= GOAL,
    valid: true,
  };
}

/**
 * Returns the growth in megabytes per message, from the third quarter of the samples to the fourth. Never returns less
 * than 0.
 */
function growthIn(samples: readonly Sample[]): number {
  const late = samples.slice(Math.floor(samples.length / 2));
  const [first, second] = [late.slice(0, Math.floor(late.length / 2)), late.slice(Math.floor(late.length / 2))];
  const between = (of: (sample: Sample) => number) => median(second.map(of)) - median(first.map(of));
  return Math.max(0, between(({ megabytes }) => megabytes) / between(({ messages }) => messages));
}
