import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { steadyPort } from '../scripts/start/ports.ts';
import { redisServerPath } from './tools.ts';

/**
 * A separate Redis for a test. It keeps its port after a restart. Its data is kept only in memory unless `durable` is set.
 */
export interface TestRedis {
  url: string;
  /** Sends SIGKILL. The data is lost. */
  kill(): Promise<void>;
  /** Sends SIGTERM. A durable Redis writes all its data first. */
  stop(): Promise<void>;
  /** Restarts it after `kill` or `stop`. It's empty unless it's durable. */
  restart(): Promise<void>;
  /** Runs FLUSHALL while clients are connected. */
  wipe(): Promise<void>;
  /** Sends SIGSTOP: connections stay open, but it doesn't respond. */
  freeze(): void;
  thaw(): void;
}

/** Starts a Redis within milliseconds. The test must kill it at the end. */
export async function startTestRedis({ durable = false } = {}): Promise<TestRedis> {
  const port = await steadyPort(randomUUID());
  const folder = durable ? mkdtempSync(join(tmpdir(), 'picket-redis-')) : undefined;
  if (folder !== undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  let server = await spawnRedis(port, folder);
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async restart() {
      server = await spawnRedis(port, folder);
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

async function spawnRedis(port: number, folder?: string): Promise<ChildProcess> {
  const kept = folder === undefined ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--dir', folder];
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...kept];
  const server = spawn(redisServerPath() ?? 'redis-server', [...options, '--maxmemory-policy', 'noeviction']);
  process.once('exit', () => server.kill('SIGKILL'));
  for await (const line of server.stdout) if (String(line).includes('Ready to accept connections')) break;
  server.stdout.resume();
  return server;
}
