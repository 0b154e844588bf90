import { join } from 'node:path';
import { openOutput, type Output, type Show } from './output.ts';
import type { RunLock } from './run-lock.ts';
import type { Settings } from './settings.ts';
import { PROVIDERS } from './sandbox-env.ts';
import { supervise, type Supervised } from './supervise.ts';

/** The server, worker and sandbox processes, each with its output. */
export type Company = {
  members: { process: Supervised; output: Output }[];
  /** Restarts the processes with these names, after `dev` has built new code. */
  restart(names: readonly string[]): void;
  /** Stops the server and worker first, because their last jobs may still need the sandbox. */
  stop(): Promise<void>;
  hurry(): void;
};

type Env = Record<string, string | undefined>;

/** How long a job may take to finish after the processes are asked to stop. */
const GRACE_MS = 15_000;

/** Starts the server, the worker and, if it replaces any service, the sandbox. */
export function startCompany(options: {
  settings: Settings;
  env: Env;
  serverEnv: Env;
  lock: RunLock;
  show: Show;
  say: (line: string) => void;
}): Company {
  const { settings, env, lock, say } = options;
  const movable = settings.providers.length === PROVIDERS.length;
  const member = (name: string, file: string, extra: Env = {}) => {
    const output = openOutput({ dataDir: settings.dataDir, name, show: options.show, say });
    const onSpawn = (pid: number) => lock.noteChild(name, pid);
    return { output, process: supervise({ name, file, env: { ...env, ...extra }, output, say, onSpawn }) };
  };
  const sandbox = settings.providers.length > 0 ? [member('sandbox', join('dist', 'sandbox', 'main.js'))] : [];
  const doors = [
    member('server', movable ? 'dist/sandbox/entry-server.js' : 'dist/server/main.js', options.serverEnv),
    member('worker', movable ? 'dist/sandbox/entry-worker.js' : 'dist/worker/main.js'),
  ];
  const members = [...sandbox, ...doors];
  const stopAll = (some: typeof members, graceMs: number) => Promise.all(some.map((one) => one.process.stop(graceMs)));
  return {
    members,
    restart: (names) =>
      members.filter(({ process }) => names.includes(process.name)).forEach((one) => one.process.restart()),
    async stop() {
      await stopAll(doors, GRACE_MS);
      await stopAll(sandbox, GRACE_MS);
    },
    hurry: () => void stopAll(members, 0),
  };
}
