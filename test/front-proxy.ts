import { readFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../scripts/build/root.ts';
import { status } from './house.ts';

/**
 * A proxy in front of several servers: Caddy (`caddy.ts`) or, where none is installed, this one. It does what Caddy does
 * with the settings of compose.production.yml, but believes X-Forwarded-For.
 */
export interface Front {
  url: string;
  port: number;
  /** Resolves when the health checks have found this server up (or down). */
  until(port: number, up: boolean): Promise<void>;
  /** Every failure that a browser would have noticed: requests without an answer, and the proxy's own errors. */
  failures: string[];
  close(): Promise<void>;
}

const UNIT = { ms: 1, s: 1_000 };
const caddyfile = readFileSync(join(ROOT, 'compose.production.yml'), 'utf8');
const setting = (name: string): string => {
  const found = new RegExp(`^ +${name} (\\S+)$`, 'm').exec(caddyfile)?.[1];
  if (found === undefined) throw new Error(`the Caddyfile doesn't set ${name}`);
  return found;
};
const milliseconds = (name: string): number => {
  const [, count, unit] = /^(\d+)(ms|s)$/.exec(setting(name)) ?? [];
  return Number(count) * UNIT[unit as keyof typeof UNIT];
};

/** Starts the proxy. The servers listen on these ports of 127.0.0.1, and don't have to be up yet. */
export async function startFront(ports: readonly number[]): Promise<Front> {
  const healthy = new Set<number>();
  const failures: string[] = [];
  // Node's option for how long an idle connection stays open
  const agent = new Agent({ keepAlive: true, timeout: milliseconds('keepalive') });
  const stopped = new AbortController();
  const look = async (port: number): Promise<void> => {
    while (!stopped.signal.aborted) {
      const answer = await status(`http://127.0.0.1:${port}${setting('health_uri')}`);
      if (answer === 200) healthy.add(port);
      else healthy.delete(port);
      await wait(milliseconds('health_interval'), undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const looking = Promise.all(ports.map(look));

  const pass = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await bodyOf(req);
    const giveUp = performance.now() + milliseconds('lb_try_duration');
    for (;;) {
      const up = [...healthy];
      const port = up[Math.floor(Math.random() * up.length)];
      const fault = port === undefined ? 'no server is up' : await send({ port, agent, req, res, body });
      if (fault === undefined) return;
      // Caddy sends a request again if it couldn't connect, and otherwise only if it's a GET.
      const again = fault === 'no server is up' || fault === 'ECONNREFUSED' || req.method === 'GET';
      if (res.headersSent || res.destroyed) return void res.destroy();
      if (!again || performance.now() > giveUp) {
        failures.push(`${req.method} ${req.url}: ${fault}`);
        return void res.writeHead(502).end();
      }
      await wait(milliseconds('lb_try_interval'));
    }
  };
  const server: Server = createServer((req, res) => void pass(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    failures,
    async until(of, up) {
      while (healthy.has(of) !== up) await wait(50);
    },
    async close() {
      stopped.abort();
      await looking;
      agent.destroy();
      server.close().closeAllConnections();
    },
  };
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Sent {
  port: number;
  agent: Agent;
  req: IncomingMessage;
  res: ServerResponse;
  body: Buffer;
}

/** Sends the request to one server and its answer back. Resolves with the error code if there's no answer. */
const send = ({ port, agent, req, res, body }: Sent): Promise<string | undefined> =>
  new Promise((resolve) => {
    const headers = { ...req.headers, 'x-forwarded-for': req.headers['x-forwarded-for'] ?? '127.0.0.1' };
    const out = request({ port, agent, method: req.method, path: req.url, headers }, (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...passed } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, passed);
      answer.pipe(res);
      // a stream that ends early: the browser opens it again
      answer.once('error', () => res.destroy());
      res.once('close', () => answer.destroy());
      resolve(undefined);
    });
    out.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    out.end(body);
  });
