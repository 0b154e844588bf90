import type { ChildProcess } from 'node:child_process';
import { launchWorker } from '../scripts/start/launch-worker.ts';

interface Surroundings {
  databaseUrl: string;
  smtpPort: number;
  /** The Redis URL. Without it, Postgres stores the queue. */
  redisUrl?: string | undefined;
}

/**
 * Starts the production build of the worker as in production, with the system's clock. Run `buildNodeBundles` first.
 */
export const startBuiltWorker = ({ databaseUrl, smtpPort, redisUrl }: Surroundings): ChildProcess =>
  launchWorker([], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'https://picket.test',
      MAIL_FROM: 'no-reply@picket.test',
      SUPPORT_EMAIL: 'support@picket.test',
      APP_SECRET: 'a-secret-of-tests-that-is-long-enough',
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      TWILIO_ACCOUNT_SID: 'ACtest',
      TWILIO_AUTH_TOKEN: 'test-token',
      TWILIO_FROM: '+12085550199',
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    },
  });
