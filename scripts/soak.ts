import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSoakReport, SOAK_COUNTS, type SoakLine } from '../test/soak-report.ts';
import { redisServerPath } from '../test/tools.ts';
import { ROOT } from './build/root.ts';

/**
 * Runs checks from `npm test` many more times: 300 worker kills with both queue stores, 1,000 races between an opt-out
 * and a due message, hundreds of payments in any order, 10,775 hostile requests, and the texting hours for every day in
 * five years. Also runs tests that take a long time: providers that fail in every way, a one-minute Redis outage, and a
 * lead that arrives behind another company's 50,000 messages. Prints a table and exits with 1 if any check failed.
 * Environment variables set counts and durations (SOAK_COUNTS). Arguments select the files to run: `npm run soak --
 * test/soak`.
 */

const FILES = [
  'src/shared/features/permission/may-text-now.rules.unit.test.ts',
  'src/shared/features/follow-ups/due-dates.rules.unit.test.ts',
  'test/processes/worker-killed.process.test.ts',
  'test/processes/worker-killed.redis.process.test.ts',
  'src/server/features/opt-outs/opt-out-races.test.ts',
  'src/server/features/inbox/callbacks-in-any-order.test.ts',
  'src/server/features/billing/any-order.test.ts',
  'src/server/features/payments/apply-stripe-payment.test.ts',
  'test/processes/hostile-memory.process.test.ts',
  'test/soak',
];

const folder = mkdtempSync(join(tmpdir(), 'picket-soak-'));
const report = join(folder, 'report.jsonl');
const started = performance.now();
const counts = Object.fromEntries(
  Object.entries(SOAK_COUNTS).map(([name, count]) => [name, process.env[name] ?? String(count)]),
);
const files = process.argv.slice(2);
if (!redisServerPath()) console.log('Skipped: the queue on Redis (apt-get install redis-server).');

const bin = join(ROOT, 'node_modules', '.bin', 'vitest');
const config = ['--config', join(ROOT, 'test', 'vitest.config.ts')];
// Runs at most two files at a time, because killed workers and their replacements need both cores.
const child = spawn(
  process.execPath,
  [bin, 'run', ...config, '--maxWorkers=2', ...(files.length > 0 ? files : FILES)],
  {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...counts, SOAK_REPORT: report },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));

const lines = readSoakReport(report);
console.log(`\n${table(lines)}\n`);
console.log(
  `Took ${Math.round((performance.now() - started) / 1000)} s. ${code === 0 ? 'All checks passed.' : 'Some checks failed.'}`,
);
rmSync(folder, { recursive: true, force: true });
process.exit(code);

/** Formats one line per task, with the task's figures by name. */
function table(of: readonly SoakLine[]): string {
  const width = Math.max(0, ...of.map(({ what }) => what.length));
  return of
    .map(({ what, figures }) => {
      const told = Object.entries(figures).map(([name, figure]) => `${name} ${figure.toLocaleString('en-US')}`);
      return `${what.padEnd(width)}  ${told.join(' · ')}`;
    })
    .join('\n');
}
