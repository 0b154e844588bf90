import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../scripts/build/root.ts';
import { steadyPort } from '../scripts/start/ports.ts';
import type { Front } from './front-proxy.ts';
import { caddyPath } from './tools.ts';

const composeSchema = z.object({ configs: z.object({ caddyfile: z.object({ content: z.string() }) }) });
const lineSchema = z.object({
  logger: z.string().optional(),
  msg: z.string().optional(),
  host: z.string().optional(),
  request: z.object({ method: z.string(), uri: z.string() }).optional(),
});

/**
 * Starts a real Caddy with the Caddyfile of compose.production.yml, without TLS and in front of servers on these ports of
 * 127.0.0.1, which don't have to be up yet. Rejects if Caddy refuses the file.
 */
export async function startCaddy(ports: readonly number[]): Promise<Front> {
  const port = await steadyPort('caddy');
  const url = `http://127.0.0.1:${port}`;
  const home = mkdtempSync(join(tmpdir(), 'picket-caddy-'));
  const caddy = spawn(caddyPath() ?? 'caddy', ['run', '--config', '-', '--adapter', 'caddyfile'], {
    env: { HOME: home, PUBLIC_URL: url },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const kill = () => caddy.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => {
    caddy.once('exit', () => resolve());
    caddy.once('error', () => resolve());
  });
  const failures: string[] = [];
  const healthy = new Set(ports);
  const log: string[] = [];
  const serving = new Promise<boolean>((resolve) => {
    void ended.then(() => resolve(false));
    createInterface(caddy.stderr).on('line', (text) => {
      log.push(text);
      const { logger = '', msg = '', host, request } = lineOf(text);
      if (msg === 'serving initial configuration') resolve(true);
      if (logger === 'http.log.error') failures.push(`${request?.method} ${request?.uri}: ${msg}`);
      if (!logger.endsWith('health_checker.active')) return;
      const of = Number(host?.split(':').at(-1));
      if (msg === 'host is up') healthy.add(of);
      else healthy.delete(of);
    });
  });
  caddy.stdin.end(`{\n\tadmin off\n}\n${caddyfile(ports)}`);
  const close = async () => {
    kill();
    await ended;
    process.off('exit', kill);
    rmSync(home, { recursive: true, force: true });
  };
  if (!(await serving)) {
    await close();
    throw new Error(`Caddy ended:\n${log.join('\n')}`);
  }
  return {
    url,
    port,
    failures,
    async until(of, up) {
      while (healthy.has(of) !== up) await wait(50);
    },
    close,
  };
}

/** The Caddyfile as Compose gives it to Caddy (`$$` stands for `$`), with these servers. */
function caddyfile(ports: readonly number[]): string {
  const compose = composeSchema.parse(parse(readFileSync(join(ROOT, 'compose.production.yml'), 'utf8')));
  const servers = ports.map((port) => `127.0.0.1:${port}`).join(' ');
  return compose.configs.caddyfile.content.replaceAll('$$', '$').replace('server:3000 server-b:3000', servers);
}

function lineOf(text: string): z.infer<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
