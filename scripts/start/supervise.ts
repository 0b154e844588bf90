import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../build/root.ts';
import { launchWorker } from './launch-worker.ts';
import type { Output } from './output.ts';

/** One of our processes, restarted whenever it ends by itself. */
export type Supervised = {
  name: string;
  /** How many times in a row it ended soon after its start. */
  quickEnds(): number;
  /** Ends it on purpose and restarts it at once (new code in `dev`). */
  restart(): void;
  /** Sends SIGTERM, then SIGKILL after `graceMs`; settles when it has ended. */
  stop(graceMs: number): Promise<void>;
};

export type ProcessOptions = {
  name: string;
  /** The bundle's path, relative to the repository's root. */
  file: string;
  env: Record<string, string | undefined>;
  output: Output;
  say: (line: string) => void;
  onSpawn: (pid: number) => void;
};

/**
 * Restarts at once, then after pauses that grow to 5 s: a brief fault costs nothing, and a lasting one costs little.
 */
const DELAYS_MS = [0, 250, 500, 1_000, 2_000, 4_000, 5_000];
const STEADY_MS = 30_000;
/**
 * The source maps, which are read at the first error with a stack, are larger than a production worker's memory limit.
 */
const MAPS_NEED = '--max-old-space-size=512';

/** Starts the process and keeps it running until `stop()`. */
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
    say(`${name} ended (${how}): started again${delay > 0 ? ` in ${delay / 1000} s. Log: ${output.file}` : '.'}`);
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
    // In a process group of its own: Ctrl-C in the terminal reaches it through us, in the right order.
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
