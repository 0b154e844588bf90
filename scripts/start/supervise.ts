import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../build/root.ts';
import { launchWorker } from './launch-worker.ts';
import type { Output } from './output.ts';

/** One of our processes. It's restarted whenever it exits on its own. */
export type Supervised = {
  name: string;
  /** Returns how many times in a row the process has ended shortly after starting. */
  quickEnds(): number;
  /** Restarts the process immediately, to run new code in `dev`. */
  restart(): void;
  /** Sends SIGTERM, then SIGKILL after `graceMs`. Resolves when the process has ended. */
  stop(graceMs: number): Promise<void>;
};

export type ProcessOptions = {
  name: string;
  /** The path of the bundle, relative to the repository's root. */
  file: string;
  env: Record<string, string | undefined>;
  output: Output;
  say: (line: string) => void;
  onSpawn: (pid: number) => void;
};

/**
 * The delay before each restart grows from 0 to 5 s, so that a brief fault costs no time and a permanent fault costs
 * little CPU time.
 */
const DELAYS_MS = [0, 250, 500, 1_000, 2_000, 4_000, 5_000];
const STEADY_MS = 30_000;
/**
 * Source maps are loaded only for the first error with a stack, because they exceed a production worker's memory limit.
 */
const MAPS_NEED = '--max-old-space-size=512';

/** Starts the process and restarts it until `stop()` is called. */
export function supervise(options: ProcessOptions): Supervised {
  const { name, output, say } = options;
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  let wanted = false;
  let quickEnds = 0;
  let startedAt = 0;
  let gone = Promise.resolve();

  const ended = (how: string) => {
    child = undefined;
    if (stopping) return;
    const asked = wanted;
    wanted = false;
    if (asked) return start();
    if (performance.now() - startedAt > STEADY_MS) quickEnds = 0;
    const delay = DELAYS_MS[Math.min(quickEnds, DELAYS_MS.length - 1)] ?? 0;
    quickEnds += 1;
    say(`${name} stopped (${how}). Restarting it ${delay > 0 ? `in ${delay / 1000} s. Log: ${output.file}` : '…'}`);
    timer = setTimeout(start, delay);
  };

  function start(): void {
    startedAt = performance.now();
    const spawned = spawnProcess(options);
    child = spawned;
    gone = new Promise((resolve) => {
      spawned.once('error', (error) => {
        resolve();
        ended(error.message);
      });
      spawned.once('exit', (code, signal) => {
        resolve();
        ended(signal ? `signal ${signal}` : `exit code ${code}`);
      });
    });
  }

  start();
  return {
    name,
    quickEnds: () => quickEnds,
    restart() {
      if (!child || wanted) return;
      wanted = true;
      killLater(child, 5_000);
    },
    async stop(graceMs) {
      stopping = true;
      clearTimeout(timer);
      if (child) killLater(child, graceMs);
      await gone;
    },
  };
}

function killLater(child: ChildProcess, graceMs: number): void {
  child.kill(graceMs > 0 ? 'SIGTERM' : 'SIGKILL');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.once('exit', () => clearTimeout(timer));
}

function spawnProcess({ name, file, env, output, onSpawn }: ProcessOptions): ChildProcess {
  const options: SpawnOptions = {
    cwd: ROOT,
    // Runs in its own process group, so that we forward Ctrl-C to the processes in the right order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  };
  const args = ['--enable-source-maps', join(ROOT, file)];
  const child =
    name === 'worker' ? launchWorker([MAPS_NEED, ...args], options) : spawn(process.execPath, args, options);
  if (child.stdout) output.follow(child.stdout, false);
  if (child.stderr) output.follow(child.stderr, true);
  if (child.pid !== undefined) onSpawn(child.pid);
  return child;
}
