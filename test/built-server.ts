import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { vi } from 'vitest';
import { status } from './house.ts';

const ROOT = join(import.meta.dirname, '..');

export interface BuiltServer {
  url: string;
  /** Returns the server's current memory in MB (1,024 kB). `most` is the peak. */
  memory(): { now: number; most: number };
  kill(): Promise<void>;
}

/** Starts the production build of the server as in production. Resolves when it's ready. */
export async function startBuiltServer({
  databaseUrl,
  port,
}: {
  databaseUrl: string;
  port: number;
}): Promise<BuiltServer> {
  const url = `http://127.0.0.1:${port}`;
  // Started as by npm and the image. The shell script uses `exec`, so the child is Node itself.
  const child = spawn('sh', ['scripts/server.sh'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PORT: String(port),
      TRUST_PROXY: 'loopback',
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: url,
      MAIL_FROM: 'no-reply@picket.test',
      SUPPORT_EMAIL: 'support@picket.test',
      APP_SECRET: 'a-secret-of-tests-that-is-long-enough',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STRIPE_SECRET_KEY: 'sk_test_built',
      STRIPE_WEBHOOK_SECRET: 'whsec_built',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_built_connect',
      STRIPE_PRICE_STARTER: 'price_starter',
      STRIPE_PRICE_PRO: 'price_pro',
      STRIPE_PRICE_PAY_AS_YOU_GO: 'price_payg',
      TWILIO_ACCOUNT_SID: 'ACtest',
      TWILIO_AUTH_TOKEN: 'test-token',
      TWILIO_FROM: '+12085550199',
    },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const megabytes = (line: string): number => {
    const read = new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
    return Number(read?.[1]) / 1_024;
  };
  await vi.waitUntil(async () => (await status(`${url}/readyz`)) === 200, { timeout: 30_000, interval: 50 });
  return {
    url,
    memory: () => ({ now: megabytes('VmRSS'), most: megabytes('VmHWM') }),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
