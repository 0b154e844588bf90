import { setTimeout as wait } from 'node:timers/promises';
import type { Output } from './output.ts';
import { nameOf } from './settings.ts';
import { StartError } from './start-error.ts';
import type { Supervised } from './supervise.ts';

const GIVE_UP_MS = 120_000;
const QUICK_ENDS = 5;

/**
 * Waits until `/readyz` on this machine returns 200, or until a stop is requested. Throws StartError with the last
 * output if a process keeps exiting before then, or if there's no response within two minutes.
 */
export async function untilReady(options: {
  at: { host: string | undefined; port: number };
  processes: { process: Supervised; output: Output }[];
  wished: () => boolean;
}): Promise<void> {
  const { at, processes, wished } = options;
  const name = nameOf(at.host);
  const url = `http://${name === 'localhost' ? '127.0.0.1' : name}:${at.port}/readyz`;
  const end = performance.now() + GIVE_UP_MS;
  while (performance.now() < end) {
    if (wished() || (await answersOk(url))) return;
    const failing = processes.find(({ process }) => process.quickEnds() >= QUICK_ENDS);
    if (failing)
      throw new StartError(`${failing.process.name} failed to start. Last output:\n${failing.output.lastLines()}`);
    await wait(100);
  }
  throw new StartError(`Not ready after two minutes: ${url} hasn't returned 200.`);
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
