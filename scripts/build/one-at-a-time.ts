import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../start/processes.ts';
import { until } from '../start/until.ts';
import { ROOT } from './root.ts';

const LOCK = join(ROOT, 'dist', '.building');
const PATIENCE_MS = 120_000;

/**
 * Runs builds one after another. Two concurrent builds, such as from `npm start` and a test run, would overwrite each
 * other's files.
 */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  if (!(await until(take, PATIENCE_MS)))
    throw new Error(`another build holds ${LOCK}. If no build is running, delete this file`);
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function take(): boolean {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    releaseOfTheDead();
    return false;
  }
}

function releaseOfTheDead(): void {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'));
    if (holder > 0 && !isAlive(holder)) rmSync(LOCK, { force: true });
  } catch {
    // The process that had the lock has finished, so the next attempt gets the lock.
  }
}
