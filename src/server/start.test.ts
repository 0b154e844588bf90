import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLogger } from '#core/platform/log.ts';
import { createSystemDb } from '#core/platform/db/system.ts';
import { seedDemo } from '../../scripts/seed-demo.ts';
import { builders, PASSWORD } from '../../test/builders.ts';
import { openBrowser, testConfig } from '../../test/caller.ts';
import { testClock } from '../../test/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startServer } from './start.ts';

/** A proxy in front of Postgres whose connections a test can cut. */
class Line {
  readonly #sockets = new Set<Socket>();
  readonly #target: { host: string; port: number };
  #server: Server | undefined;
  port = 0;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#target = { host: hostname, port: Number(port) };
  }

  async up(): Promise<void> {
    this.#server = createServer((client) => {
      const real = connect(this.#target);
      for (const socket of [client, real]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => this.#sockets.delete(socket));
      }
      client.pipe(real).pipe(client);
      client.on('close', () => real.destroy());
    }).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server?.listening) await once(this.#server, 'close');
  }
}

let database: TestDatabase;
let line: Line;
beforeAll(async () => {
  database = await createTestDatabase();
  line = new Line(database.url);
  await line.up();
});
afterAll(async () => {
  await line.cut();
  await database.drop();
});

const start = (env: Record<string, string> = {}) => {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${line.port}`;
  const config = testConfig(url.href, { PORT: '0', ...env });
  return startServer({ config, clock: testClock(), logger: createLogger(config, 'test') });
};
const within = { timeout: 15_000, interval: 50 };

test('without a database it starts, answers 503, and recovers by itself repeatedly', async () => {
  await line.cut();
  const server = await start();
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  const session = () => fetch(`${server.url}/trpc/auth.session`, { headers: { cookie: 'picket_session=none' } });
  expect(await ready()).toBe(503);
  for (let outage = 0; outage < 2; outage += 1) {
    await line.cut();
    await vi.waitFor(async () => {
      const refused = await session();
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({
        error: { data: { code: 'PROVIDER_UNAVAILABLE', httpStatus: 503 } },
      });
    }, within);
    await line.up();
    await vi.waitFor(async () => expect(await ready()).toBe(200), within);
    expect((await session()).status).toBe(200);
  }
  await server.close();
});

test('closing ends open streams and keep-alive connections at once, and frees the port', async () => {
  const server = await start();
  const stream = await fetch(`${server.url}/trpc/leads.onChange`, { headers: { accept: 'text/event-stream' } });
  expect(stream.status).toBe(200);
  await (await fetch(`${server.url}/healthz`)).text();
  const began = performance.now();
  await Promise.all([server.close(), server.close()]);
  expect(performance.now() - began).toBeLessThan(5_000);
  await stream.body?.cancel().catch(() => undefined);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('closing doesn’t wait for any stream, however it was opened', async () => {
  const server = await start();
  const system = createSystemDb(testConfig(database.url), createLogger(testConfig(database.url), 'test'));
  const a = builders(system, testClock());
  const user = await a.user();
  await a.company({ user_id: user.id });
  await system.destroy();
  const browser = openBrowser(server.url);
  await browser.trpc.auth.signIn.mutate({ email: user.email, password: PASSWORD });
  // the test doesn't read the last stream
  const streams = await Promise.all(
    [{ accept: 'text/event-stream' }, { accept: '*/*' }, { accept: 'application/json' }].map((headers) =>
      browser.fetch('/trpc/leads.onChange', { headers }),
    ),
  );
  const [first, second] = streams.map(({ body }) => body?.getReader());
  await Promise.all([first?.read(), second?.read()]);
  const began = performance.now();
  await server.close();
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('a port in use is reported at once', async () => {
  const config = testConfig(database.url, { PORT: String(line.port) });
  await expect(startServer({ config, clock: testClock(), logger: createLogger(config, 'test') })).rejects.toMatchObject(
    {
      code: 'EADDRINUSE',
    },
  );
});

/** Deletes all users, because the demo company is created only in an empty database. */
async function emptyUsers(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('truncate users cascade');
  await client.end();
}

test('listens on all interfaces, or on this machine only while demo accounts exist, unless HOST is set', async () => {
  // 127.0.0.2 can be reached if the server listens on all interfaces, but not if it listens on 127.0.0.1
  const heard = async (env: Record<string, string> = {}) => {
    const server = await start(env);
    const hosts = ['127.0.0.1', '127.0.0.2'];
    const answers = hosts.map((host) =>
      fetch(`http://${host}:${server.port}/healthz`).then(
        () => host,
        () => null,
      ),
    );
    const found = await Promise.all(answers);
    await server.close();
    return found.filter((host) => host !== null);
  };
  expect(await heard()).toEqual(['127.0.0.1', '127.0.0.2']);
  expect(await heard({ HOST: '127.0.0.2' })).toEqual(['127.0.0.2']);
  await emptyUsers();
  expect(await seedDemo({ connectionString: database.url, now: new Date() })).toBe(true);
  expect(await heard()).toEqual(['127.0.0.1']);
  expect(await heard({ HOST: '0.0.0.0' })).toEqual(['127.0.0.1', '127.0.0.2']);
  await line.cut();
  expect(await heard({ STRIPE_API_BASE: 'http://127.0.0.1:1', TWILIO_API_BASE: 'http://127.0.0.1:1' })).toEqual([
    '127.0.0.1',
  ]);
});
