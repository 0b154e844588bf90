import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from './until.ts';

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  // An ended process still responds to kill(0) until its parent reaps it.
  return !/^State:\s+Z/m.test(readIfThere(`/proc/${pid}/status`));
}

/** Returns a process's command line, with arguments separated by spaces. Returns '' if the process doesn't exist. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/**
 * Ends a process. Sends the signals one after another, with a wait after each, until the process has ended. Returns
 * true if it has ended.
 */
export async function endProcess(pid: number, steps: { signal: NodeJS.Signals; waitMs: number }[]): Promise<boolean> {
  for (const { signal, waitMs } of steps) {
    sendSignal(pid, signal);
    if (await until(() => !isAlive(pid), waitMs)) return true;
  }
  return false;
}

/** Sends a signal. Does nothing if the process has already ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
