import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from '../build/root.ts';

/**
 * Starts the worker as everywhere (`scripts/worker.sh`), by the Node that runs this. `args`: further options of Node,
 * and the bundle where it isn't the product's. The shell becomes Node, so the process is ours to watch.
 */
export const launchWorker = (args: string[], options: SpawnOptions): ChildProcess => {
  const env = options.env ?? process.env;
  const path = [dirname(process.execPath), env['PATH']].filter(Boolean).join(delimiter);
  return spawn('/bin/sh', [join(ROOT, 'scripts/worker.sh'), ...args], {
    cwd: ROOT,
    ...options,
    env: { ...env, PATH: path },
  });
};
