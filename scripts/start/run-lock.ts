import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../build/root.ts';
import { keep } from './kept.ts';
import { commandLine, endProcess, isAlive } from './processes.ts';
import { StartError } from './start-error.ts';

const schema = z.object({ pid: z.number().int(), children: z.record(z.string(), z.number().int()) });

/**
 * Records which process runs from this DATA_DIR. Without the lock, two processes could share one Postgres cluster, and
 * one could stop it while the other still uses it.
 */
export type RunLock = { noteChild(name: string, pid: number): void; release(): void };

const SCRIPTS = /scripts\/(start|dev)\.ts/;

/**
 * Locks the folder for this process. Throws StartError if another running start has the lock. If a killed start left
 * processes behind, asks them to stop, and kills any process that doesn't stop in time.
 */
export async function takeRunLock(dataDir: string, say: (line: string) => void): Promise<RunLock> {
  const file = join(dataDir, 'running.json');
  const before = existsSync(file) ? schema.safeParse(readJson(file)).data : undefined;
  if (before && before.pid !== process.pid && isAlive(before.pid) && SCRIPTS.test(commandLine(before.pid)))
    throw new StartError(
      `Already running from ${dataDir} (process ${before.pid}). Stop that process, or set another DATA_DIR and PORT.`,
    );
  if (before) await endLeftovers(Object.values(before.children), say);
  const state = { pid: process.pid, children: {} as Record<string, number> };
  keep(file, state);
  return {
    noteChild(name, pid) {
      state.children[name] = pid;
      keep(file, state);
    },
    release: () => rmSync(file, { force: true }),
  };
}

async function endLeftovers(pids: number[], say: (line: string) => void): Promise<void> {
  const left = pids.filter((pid) => isAlive(pid) && commandLine(pid).includes(join(ROOT, 'dist')));
  if (left.length > 0) say('Stopping processes left over from an earlier run …');
  await Promise.all(
    left.map((pid) =>
      endProcess(pid, [
        { signal: 'SIGTERM', waitMs: 15_000 },
        { signal: 'SIGKILL', waitMs: 5_000 },
      ]),
    ),
  );
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
