import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { readFileSync } from 'node:fs';
import { ROOT } from '../scripts/build/root.ts';
import { until } from '../scripts/start/until.ts';
import type { Sandbox } from '../sandbox/start.ts';
import { STRIPE, TWILIO } from './delivery.ts';
import { status } from './house.ts';

/** A process that runs the production build by its own command. */
export interface ProductionProcess {
  pid: number;
  /** Returns the resident memory in MB. */
  memory(): number;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
}

/** The APP_SECRET of these processes, for tickets of the widget. */
export const secretOfTests = 'a-secret-of-tests-that-is-long-enough';

interface Options {
  databaseUrl: string;
  /** The public address: the proxy's. */
  url: string;
  sandbox: Pick<Sandbox, 'url' | 'smtpPort'>;
  /** The folder that contains `dist`, `scripts` and `node_modules`. */
  root?: string;
  env?: Record<string, string>;
}

/** Returns the settings of production, with the stand-ins on this machine for Stripe, Twilio and the mail server. */
const environmentOf = ({ databaseUrl, url, sandbox, env }: Options): Record<string, string> => ({
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  NODE_ENV: 'production',
  LOG_LEVEL: process.env['TEST_LOG'] ?? 'error',
  TRUST_PROXY: '1',
  HOST: '127.0.0.1',
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: url,
  APP_SECRET: secretOfTests,
  MAIL_FROM: 'no-reply@picket.test',
  SUPPORT_EMAIL: 'support@picket.test',
  SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  TWILIO_ACCOUNT_SID: TWILIO.accountSid,
  TWILIO_AUTH_TOKEN: TWILIO.authToken,
  TWILIO_FROM: TWILIO.from,
  TWILIO_API_BASE: sandbox.url,
  STRIPE_SECRET_KEY: STRIPE.secretKey,
  STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
  STRIPE_CONNECT_WEBHOOK_SECRET: STRIPE.connectWebhookSecret,
  STRIPE_PRICE_STARTER: STRIPE.prices.starter,
  STRIPE_PRICE_PRO: STRIPE.prices.pro,
  STRIPE_PRICE_PAY_AS_YOU_GO: STRIPE.prices.payAsYouGo,
  STRIPE_API_BASE: sandbox.url,
  GEOCODER_URL: `${sandbox.url}/geocoder`,
  GEOCODER_KIND: 'photon',
  ...env,
});

/** Runs `scripts/server.sh` on this port of 127.0.0.1. Resolves when the server is ready. */
export async function startServerProcess(options: Options, port: number): Promise<ProductionProcess> {
  const server = run('scripts/server.sh', options, { PORT: String(port) });
  // not vitest's own wait: bench/load.ts runs without vitest
  const ready = await until(async () => (await status(`http://127.0.0.1:${port}/readyz`)) === 200, 30_000);
  if (!ready) throw new Error('the server isn’t ready after 30 s');
  return server;
}

/** Runs `scripts/worker.sh`. Resolves when it has started, which may be before it takes messages. */
export const startWorkerProcess = (options: Options): ProductionProcess => run('scripts/worker.sh', options);

function run(script: string, options: Options, env: Record<string, string> = {}): ProductionProcess {
  const child: ChildProcess = spawn('sh', [script], {
    cwd: options.root ?? ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environmentOf(options), ...env },
  });
  const exited = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  const pid = child.pid ?? 0;
  return {
    pid,
    memory: () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
