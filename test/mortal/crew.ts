import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { workerBundleOptions } from '../../scripts/build/node-bundles.ts';
import { ROOT } from '../../scripts/build/root.ts';
import type { MortalOrders } from './worker.ts';

/** The workers of a test. A killed worker is replaced immediately, as by a supervisor. */
export interface Crew {
  /** Sets the number of workers. Resolves when they take jobs. */
  enlist(many: number): Promise<void>;
  /**
   * Kills (SIGKILL) the worker that has been taking jobs for the longest time. Waits if there's none. Resolves when it
   * has ended.
   */
  strike(): Promise<void>;
  /** Kills (SIGKILL) all workers at once and doesn't replace them. */
  kill(): Promise<void>;
  /** Returns how many workers were killed so far, by themselves or by `kill`. */
  deaths(): number;
  /** Sets the clocks of all current and future workers this many milliseconds ahead of real time. */
  setAhead(ms: number): void;
  /** Lets the workers finish their current jobs and then end. */
  dismiss(): Promise<void>;
}

/** Node's compile cache is kept between runs, because it detects changed code by itself. */
const COMPILED = join(ROOT, 'dist/mortal/compiled');

interface CrewOptions extends MortalOrders {
  env: Record<string, string>;
}

/** Bundles the worker that can be killed, in the same way as the product's worker. */
export async function buildMortalWorker(): Promise<string> {
  const { build } = await import('esbuild');
  const folder = join(ROOT, 'dist/mortal');
  mkdirSync(folder, { recursive: true });
  try {
    symlinkSync(join(ROOT, 'src/core/platform/us-data'), join(folder, 'us-data'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const { outputFiles } = await build({
    ...workerBundleOptions()[0],
    entryPoints: { worker: join(import.meta.dirname, 'worker.ts') },
    outdir: folder,
    chunkNames: 'chunk-[hash]',
    write: false,
    metafile: false,
    sourcemap: false,
    legalComments: 'none',
  });
  // Each file is replaced atomically, the entry last, because another test may be starting workers from the same files.
  for (const { path, contents } of outputFiles.toSorted((a, b) => byEntry(a.path) - byEntry(b.path))) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  return join(folder, 'worker.js');
}

const byEntry = (path: string): number => Number(basename(path) === 'worker.js');

/** Creates a crew that has no workers yet. */
export function gatherCrew(file: string, { env, ...orders }: CrewOptions): Crew {
  const alive = new Set<ChildProcess>();
  /** The workers that take jobs, oldest first. */
  const ready = new Set<ChildProcess>();
  let someReady = Promise.withResolvers<void>();
  let wanted = 0;
  let died = 0;

  const start = async (): Promise<void> => {
    const child = fork(file, {
      cwd: ROOT,
      env: { ...env, MORTAL: JSON.stringify(orders), NODE_COMPILE_CACHE: COMPILED },
      execArgv: ['--disable-warning=DEP0169'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    alive.add(child);
    const gone = once(child, 'exit').then(([code, signal]: unknown[]) => {
      alive.delete(child);
      ready.delete(child);
      if (signal === 'SIGKILL') died += 1;
      if (alive.size < wanted) start().catch((error: unknown) => console.error(error));
      if (signal !== 'SIGKILL' && code !== 0 && wanted > 0)
        throw new Error(`a worker ended with ${String(code ?? signal)}`);
    });
    const isReady = once(child, 'message').then(() => {
      ready.add(child);
      someReady.resolve();
      someReady = Promise.withResolvers<void>();
    });
    await Promise.race([isReady, gone]);
  };
  const endAll = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    wanted = 0;
    const gone = [...alive].map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of alive) child.kill(signal);
    await Promise.all(gone);
  };
  return {
    async enlist(many) {
      wanted = many;
      await Promise.all(Array.from({ length: many - alive.size }, start));
    },
    async strike() {
      while (ready.size === 0) await someReady.promise;
      const [longest] = ready;
      if (!longest) return;
      ready.delete(longest);
      const dead = once(longest, 'exit');
      longest.kill('SIGKILL');
      await dead;
    },
    kill: () => endAll('SIGKILL'),
    deaths: () => died,
    setAhead(ms) {
      orders.aheadMs = ms;
      for (const child of alive) child.send(ms);
    },
    dismiss: () => endAll('SIGTERM'),
  };
}
