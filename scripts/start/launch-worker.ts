import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from '../build/root.ts';

/**
 * Starts the worker as in production (`scripts/worker.sh`), with the Node version of this process. `args` may be empty.
 * Otherwise, it contains additional Node options, followed by the path of the bundle. The shell script uses `exec`, so
 * the returned process is Node itself.
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
