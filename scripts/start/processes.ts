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
  // A process that has ended but hasn't been reaped by its parent still answers to kill(0).
  return !/^State:\s+Z/m.test(readIfThere(`/proc/${pid}/status`));
}

/** The command line of a process, with arguments separated by spaces; '' if there is no such process. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Sends the first signal, waits, and continues with the next while the process runs. True if it has ended. */
export async function endProcess(pid: number, steps: { signal: NodeJS.Signals; waitMs: number }[]): Promise<boolean> {
  for (const { signal, waitMs } of steps) {
    sendSignal(pid, signal);
    if (await until(() => !isAlive(pid), waitMs)) return true;
  }
  return false;
}

/** Sends a signal; a process that has already ended isn't an error. */
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
