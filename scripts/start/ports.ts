import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { StartError } from './start-error.ts';
import { until } from './until.ts';

/** Whether the port is free on all of this machine's IP addresses. */
export const isFree = async (port: number): Promise<boolean> => (await faultOf(port)) === undefined;

/**
 * Throws StartError if another process listens on the port or if this user isn't allowed to listen there. Retries for a
 * few seconds first, because a recently killed process may still occupy the port. The message names the port and the
 * setting to change.
 */
export async function requireFree(port: number, what: string): Promise<void> {
  let fault: string | undefined;
  const free = await until(async () => {
    fault = await faultOf(port);
    return fault === undefined || fault === 'EACCES';
  }, 3_000);
  if (fault === 'EACCES')
    throw new StartError(`Port ${port} (${what}): this user isn't allowed to listen on it. Set PORT.`);
  if (!free)
    throw new StartError(
      `Port ${port} (${what}) is used by another program. Stop it, or choose another port: PORT=${port + 100} npm start`,
    );
}

/**
 * Returns a free port derived from the seed. The result stays the same as long as that port is free. The port is below
 * 32768, because the system may use higher ports for outgoing connections while our listener is down. A client that
 * connects to such a port could even connect to itself. Throws StartError if no port is free.
 */
export async function steadyPort(seed: string, avoid: readonly number[] = []): Promise<number> {
  const start = createHash('sha256').update(seed).digest().readUInt16BE(0) % 10_000;
  for (let step = 0; step < 10_000; step += 1) {
    const port = 20_000 + ((start + step) % 10_000);
    if (!avoid.includes(port) && (await isFree(port))) return port;
  }
  throw new StartError('No free port between 20000 and 30000.');
}

async function faultOf(port: number): Promise<string | undefined> {
  return (await listenFault(port, undefined)) ?? (await listenFault(port, '127.0.0.1'));
}

function listenFault(port: number, host: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
