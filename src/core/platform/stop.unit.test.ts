import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';

const STOP = new URL('stop.ts', import.meta.url).href;

/** Starts a process that idles until it must stop. `stop` is the source code of its stop function. */
async function started(stop: string, within = 60_000): Promise<ChildProcess> {
  const source = `
    import { stopWhenAsked } from ${JSON.stringify(STOP)};
    setInterval(() => undefined, 1_000);
    stopWhenAsked(${stop}, ${within});
    process.send('ready');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

async function endOf(child: ChildProcess): Promise<{ code: unknown; said: string }> {
  if (!child.stdout) throw new Error('no output');
  // 'close' isn't emitted for a channel that we closed ourselves.
  const [[code], said] = await Promise.all([once(child, 'exit') as Promise<unknown[]>, text(child.stdout)]);
  return { code, said };
}

describe('stopWhenAsked', () => {
  const SAYS_WHY = '(why) => new Promise((done) => process.stdout.write(why, done))';

  it.each(['SIGTERM', 'SIGINT'] as const)('stops on %s', async (signal) => {
    const child = await started(SAYS_WHY);
    child.kill(signal);
    expect(await endOf(child)).toEqual({ code: 0, said: signal });
  });

  it('stops when its parent exits', async () => {
    const child = await started(SAYS_WHY);
    child.disconnect();
    expect(await endOf(child)).toEqual({ code: 0, said: 'disconnect' });
  });

  it('stops once, even after several signals', async () => {
    const child = await started(`async (why) => {
      process.stdout.write(why);
      process.kill(process.pid, 'SIGINT');
      await new Promise((done) => process.once('SIGINT', done));
    }`);
    child.kill('SIGTERM');
    expect(await endOf(child)).toEqual({ code: 0, said: 'SIGTERM' });
  });

  it('exits with 1 if it can’t stop in time', async () => {
    const failing = await started(`() => Promise.reject(new Error('no'))`);
    failing.kill('SIGTERM');
    expect((await endOf(failing)).code).toBe(1);
    const slow = await started('() => new Promise(() => undefined)', 1);
    slow.kill('SIGTERM');
    expect((await endOf(slow)).code).toBe(1);
  });
});
