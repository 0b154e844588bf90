import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { workerBundleOptions } from '../../scripts/build/node-bundles.ts';
import { ROOT } from '../../scripts/build/root.ts';
import type { MortalOrders } from './worker.ts';

/** The workers of a test: who dies is followed by another at once, as a supervisor would see to it. */
export interface Crew {
  /** So many workers from now on; resolves when they take jobs. */
  enlist(many: number): Promise<void>;
  /** SIGKILL to one that takes jobs, the longest; waits until there is one. Resolves when it is dead. */
  strike(): Promise<void>;
  /** SIGKILL to all of them in one instant, without successors. */
  kill(): Promise<void>;
  /** Workers that died so far, by their own hand or by `kill`. */
  deaths(): number;
  /** Sets their clocks so many milliseconds ahead of the real one, also of who comes later. */
  setAhead(ms: number): void;
  /** Lets them finish what they are at, and go. */
  dismiss(): Promise<void>;
}

/** Node's own cache of compiled code: kept from run to run, it knows by itself which code it is of. */
const COMPILED = join(ROOT, 'dist/mortal/compiled');

interface CrewOptions extends MortalOrders {
  env: Record<string, string>;
}

/** Bundles the mortal worker as the worker itself is. */
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
  // each whole, the entry last: another test's workers may be starting from the same files
  for (const { path, contents } of outputFiles.toSorted((a, b) => byEntry(a.path) - byEntry(b.path))) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  return join(folder, 'worker.js');
}

const byEntry = (path: string): number => Number(basename(path) === 'worker.js');

/** A crew without anybody yet. */
export function gatherCrew(file: string, { env, ...orders }: CrewOptions): Crew {
  const alive = new Set<ChildProcess>();
  /** Those that take jobs, the longest first. */
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
