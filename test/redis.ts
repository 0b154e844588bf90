import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { steadyPort } from '../scripts/start/ports.ts';
import { redisServerPath } from './tools.ts';

/** A Redis of a test's own, on a port that it keeps when it comes back. Its memory is all that it has. */
export interface TestRedis {
  url: string;
  /** SIGKILL: what it held is gone. */
  kill(): Promise<void>;
  /** After `kill`: comes back empty. */
  restart(): Promise<void>;
  /** FLUSHALL, under whoever is connected. */
  wipe(): Promise<void>;
  /** SIGSTOP: connections stay, nobody answers. */
  freeze(): void;
  thaw(): void;
}

/** Starts it within milliseconds. The test kills it at its end. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await steadyPort(randomUUID());
  let server = await spawnRedis(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
    async restart() {
      server = await spawnRedis(port);
    },
    async wipe() {
      const client = new Redis(port, '127.0.0.1');
      await client.flushall();
      client.disconnect();
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
  };
}

async function spawnRedis(port: number): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn(redisServerPath() ?? 'redis-server', [...options, '--maxmemory-policy', 'noeviction']);
  process.once('exit', () => server.kill('SIGKILL'));
  for await (const line of server.stdout) if (String(line).includes('Ready to accept connections')) break;
  server.stdout.resume();
  return server;
}
