import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { whenParentIsGone } from '#core/platform/stop.ts';
import { chromiumPath, redisServerPath } from '../test/tools.ts';
import { ROOT } from './build/root.ts';

/**
 * Checks types, lint and format and runs the tests: what a change needs (`npm test`) or, with `--all`, every test
 * (`npm run test:all`). A test that is named is run in either case. Finally prints one machine-readable line of numbers.
 */

type Outcome = { name: string; code: number; output: string };

const CHECKS: { name: string; command: string[]; env?: Record<string, string> }[] = [
  // Types are loaded only once, for both compiler errors and type-aware lint rules. By default, Go's garbage collector
  // takes a third of the CPU time. GOGC=400 avoids most of that without more peak memory.
  { name: 'types and lint', command: ['oxlint', '--type-aware', '--type-check'], env: { GOGC: '400' } },
  { name: 'format', command: ['oxfmt', '--check'] },
];

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  numFailedTestSuites: z.number(),
});

const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);
const children = new Set<ReturnType<typeof spawn>>();

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
whenParentIsGone(stopAll);

const started = performance.now();
sayWhatIsLeftOut();
const checks = CHECKS.map(async ({ name, command: [program = '', ...args], env }) =>
  tell(await run(name, program, args, { env })),
);
const args = process.argv.slice(2).filter((arg) => arg !== '--all');
const isAll = process.argv.includes('--all') || args.some((arg) => !arg.startsWith('-'));
const tests = await runTests(args, isAll);
const outcomes = await Promise.all(checks);
const failedChecks = outcomes.filter(({ code }) => code !== 0);
const passed = tests.passed + outcomes.length - failedChecks.length;
const failed = tests.failed + failedChecks.length;

console.log(`Took ${Math.round((performance.now() - started) / 1000)} s.`);
console.log(`${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);

function sayWhatIsLeftOut(): void {
  if (!chromiumPath())
    console.log('Skipped: browser tests (no Chromium: apt-get install chromium-headless-shell, or set CHROMIUM_PATH).');
  if (!redisServerPath()) console.log('Skipped: tests of the queue on Redis (apt-get install redis-server).');
}

/** Runs vitest with its output in the terminal, and reads its results. */
async function runTests(args: string[], isAll: boolean): Promise<{ passed: number; failed: number; skipped: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-results-'));
  const file = join(folder, 'results.json');
  const secondTries = `--reporter=${join(ROOT, 'test', 'second-tries.ts')}`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, secondTries];
  const config = ['--config', join(ROOT, 'test', 'vitest.config.ts')];
  const { code } = await run('tests', 'vitest', ['run', ...config, ...reporters, ...args], {
    stdio: 'inherit',
    env: { TEST_SUITE: isAll ? 'all' : 'change' },
  });
  try {
    if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    // vitest doesn't count a failed test if a file can't be loaded or an error occurs outside all tests.
    const failed = Math.max(report.numFailedTests, report.numFailedTestSuites > 0 || code !== 0 ? 1 : 0);
    return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tell(outcome: Outcome): Outcome {
  if (outcome.code === 0) console.log(`${outcome.name}: clean`);
  else console.log(`${outcome.name}: FAILED\n${outcome.output}`);
  return outcome;
}

interface RunOptions {
  stdio?: 'inherit' | 'pipe';
  /** Variables to add to this process's environment. */
  env?: Record<string, string> | undefined;
}

function run(name: string, program: string, args: string[], { stdio = 'pipe', env }: RunOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    // Uses the same Node version as this process, because PATH may contain the system's version.
    const child = spawn(process.execPath, [bin(program), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', stdio, stdio],
    });
    children.add(child);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => resolve({ name, code: 1, output: error.message }));
    child.once('close', (code) => {
      children.delete(child);
      resolve({ name, code: code ?? 1, output });
    });
  });
}
