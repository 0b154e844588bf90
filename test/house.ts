import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { SandboxMessage } from '../sandbox/messages.ts';
import { startSandbox, type Sandbox } from '../sandbox/start.ts';
import { launchWorker } from '../scripts/start/launch-worker.ts';
import { steadyPort } from '../scripts/start/ports.ts';
import { queueEnv } from './queue-env.ts';

const ROOT = join(import.meta.dirname, '..');
const SERVER = join(ROOT, 'dist/sandbox/entry-server.js');
const WORKER = join(ROOT, 'dist/sandbox/entry-worker.js');

const TWILIO = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'house-token', from: '+12085550199' };
const STRIPE = {
  secretKey: 'sk_test_house',
  webhookSecret: 'whsec_house',
  connectWebhookSecret: 'whsec_house_connect',
  prices: { starter: 'price_starter', pro: 'price_pro', payAsYouGo: 'price_payg' },
};

/** A process of the built product. A test can kill and restart it. */
export interface Process {
  readonly pid: number;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** The built server and workers on one database. The sandbox runs in this process. */
export interface House {
  url: string;
  sandbox: Sandbox;
  server: Process;
  /** Replaces a killed server with a new one at the same URL. Resolves when the new server is ready. */
  restartServer(): Promise<void>;
  startWorker(): Promise<Process>;
  /** Returns the messages that this phone number or email address received, oldest first. */
  sentTo(address: string): SandboxMessage[];
  /** Moves the clock. After each step, everything that's due is sent. */
  moveClock(hours: number): Promise<void>;
  /** Stops everything except the database. */
  close(): Promise<void>;
}

/** Starts the built server and one worker, and waits until the server is ready. `env` is added to their environment. */
export async function startHouse(databaseUrl: string, env: Record<string, string> = {}): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-house-'));
  const port = await steadyPort(folder);
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    providers: ['stripe', 'twilio', 'smtp'],
    appUrl: url,
    databaseUrl,
    folder: join(folder, 'sandbox'),
    twilio: TWILIO,
    stripe: STRIPE,
  });
  const environment = { ...processEnv({ databaseUrl, folder, port, url, sandbox }), ...queueEnv(), ...env };
  const running = new Set<ChildProcess>();
  const start = (file: string) => startProcess(file, environment, running);
  const house: House = {
    url,
    sandbox,
    server: await start(SERVER),
    async restartServer() {
      house.server = await start(SERVER);
      await isReady(url);
    },
    startWorker: () => start(WORKER),
    sentTo: (address) => sandbox.messages.all().filter(({ to }) => to === address),
    async moveClock(hours) {
      const answer = await post(`${sandbox.url}/api/clock`, { hours });
      if (!answer.ok) throw new Error(`the clock did not move: ${await answer.text()}`);
    },
    async close() {
      await Promise.all([...running].map(end));
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await isReady(url);
  return house;
}

const isReady = (url: string) =>
  vi.waitUntil(async () => (await status(`${url}/readyz`)) === 200, { timeout: 20_000, interval: 50 });

function processEnv(options: {
  databaseUrl: string;
  folder: string;
  port: number;
  url: string;
  sandbox: Sandbox;
}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    // These processes are restarted often, so Node's compile cache is on.
    NODE_COMPILE_CACHE: join(ROOT, 'dist/compiled'),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
    DATA_DIR: options.folder,
    DATABASE_URL: options.databaseUrl,
    PORT: String(options.port),
    PUBLIC_URL: options.url,
    APP_SECRET: 'a-secret-of-tests-that-is-long-enough',
    SANDBOX_URL: options.sandbox.url,
    SMTP_URL: `smtp://127.0.0.1:${options.sandbox.smtpPort}`,
    TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    TWILIO_AUTH_TOKEN: TWILIO.authToken,
    TWILIO_FROM: TWILIO.from,
    TWILIO_API_BASE: options.sandbox.url,
    STRIPE_SECRET_KEY: STRIPE.secretKey,
    STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
    STRIPE_CONNECT_WEBHOOK_SECRET: STRIPE.connectWebhookSecret,
    STRIPE_API_BASE: options.sandbox.url,
    PUSH_API_BASE: options.sandbox.url,
    GEOCODER_URL: `${options.sandbox.url}/geocoder`,
    GEOCODER_KIND: 'photon',
    // the model is off until a test turns it on
    AI_BASE_URL: `${options.sandbox.url}/v1`,
    AI_API_KEY: 'sandbox',
    MAP_TILES_URL: `${options.sandbox.url}/tiles/{z}/{x}/{y}`,
    MAP_TILES_ATTRIBUTION: 'Drawn by the sandbox',
    STRIPE_PRICE_STARTER: STRIPE.prices.starter,
    STRIPE_PRICE_PRO: STRIPE.prices.pro,
    STRIPE_PRICE_PAY_AS_YOU_GO: STRIPE.prices.payAsYouGo,
  };
}

async function startProcess(file: string, env: Record<string, string>, running: Set<ChildProcess>): Promise<Process> {
  const options = { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] as const };
  // The memory limit is the same as in production, so that the tests detect a worker that needs more.
  const child =
    file === WORKER
      ? launchWorker([file], { ...options, stdio: [...options.stdio] })
      : fork(file, { ...options, stdio: [...options.stdio], execArgv: [] });
  running.add(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  void exited.then(() => running.delete(child));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)));
  });
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

export const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Returns the HTTP status of a GET request, or 0 if there's no response. */
export const status = (url: string): Promise<number> =>
  fetch(url)
    .then((answer) => answer.status)
    .catch(() => 0);
