import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { grantListedAdmins } from '#core/features/auth/admin-emails.ts';
import { endDemoSessions, hostOf } from '#core/features/auth/demo-accounts.ts';
import { createSessions } from '#core/features/auth/sessions.ts';
import { createStreams, type Streams } from '#core/features/auth/streams.ts';
import { createLeadChanges } from '#core/features/leads/lead-changes.ts';
import type { Config } from '#core/platform/config.ts';
import type { Logger } from '#core/platform/log.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { createWakeUps, createBillingQueue } from '#core/platform/queue.ts';
import { createQueueMonitor } from '#core/platform/queue-monitor.ts';
import { createStripe } from '#core/platform/stripe-client.ts';
import type { Clock } from '#shared/primitives/clock.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { createApp } from './app.ts';
import type { ServerDeps } from './server-deps.ts';
import { openDatabases } from './databases.ts';

export interface RunningServer {
  url: string;
  port: number;
  /**
   * Stops accepting requests, waits up to 10 s for requests in progress, and closes everything. Behind a proxy in
   * production, it first serves on for 5 s (`leave`). Can be called more than once.
   */
  close(): Promise<void>;
}

const PATIENCE = 10 * SECOND;

/**
 * An idle connection stays open for longer than any proxy keeps it (Caddy: 30 s as we set it, nginx and AWS: 60 s).
 * Otherwise, the server could close a connection just as the proxy sends a request on it, and a POST would fail.
 */
const IDLE = 65 * SECOND;

/** How long a leaving server serves on. A proxy checks `/healthz` more often (compose.production.yml: each second). */
const LEAVING = 5 * SECOND;

/**
 * Starts the web server: creates its dependencies and listens on PORT (0 means any free port) at HOST (`hostOf`). It
 * starts even without a database, and returns 503 until the database is available. Rejects if the port is in use or if
 * HOST isn't an IP address of this machine.
 */
export async function startServer({
  config,
  clock,
  logger,
}: {
  config: Config;
  clock: Clock;
  logger: Logger;
}): Promise<RunningServer> {
  const { db, system } = openDatabases(config, logger);
  const wakeUps = createWakeUps(config, logger);
  const billingQueue = createBillingQueue(config, logger);
  const queues = createQueueMonitor(config, logger);
  const stripe = createStripe(config);
  const leadChanges = createLeadChanges({ connectionString: config.DATABASE_URL, logger });
  const streams = createStreams({ system, connectionString: config.DATABASE_URL, logger });
  const sessions = createSessions(system, { secure: config.PUBLIC_URL.startsWith('https:') });
  let isLeaving = false;
  const app = createApp(
    { config, clock, logger, db, system, stripe, wakeUps, billingQueue, queues, sessions, leadChanges, streams },
    { isLeaving: () => isLeaving },
  );
  const server = createServer({ keepAliveTimeout: IDLE }, (req, res) => {
    // The proxy then doesn't send another request on this connection.
    if (isLeaving) res.setHeader('Connection', 'close');
    app(req, res);
  });
  const closeDependencies = async () => {
    await Promise.allSettled([
      leadChanges.close(),
      streams.close(),
      wakeUps.close(),
      billingQueue.close(),
      queues.close(),
    ]);
    await Promise.allSettled([db.destroy(), system.destroy()]);
  };
  try {
    const [host] = await Promise.all([hostOf(system, config), closeDemo(system, config, logger)]);
    await listen(server, { port: config.PORT, host });
  } catch (error) {
    await closeDependencies();
    throw error;
  }
  const { port, address: host } = server.address() as AddressInfo;
  logger.info({ port, host }, 'listening');
  // ADMIN_EMAILS can list new admins. Startup doesn't wait until they have the role, because the database may be
  // unavailable and each sign-in checks the list again
  const granting = grantListedAdmins(system, config).catch((error: unknown) =>
    logger.warn({ err: errorForLog(error) }, 'failed to grant the admin role to ADMIN_EMAILS'),
  );
  /** Makes the health checks fail, and serves on until a proxy has noticed. */
  const leave = async (): Promise<void> => {
    isLeaving = true;
    if (isBehindProxy(config)) await wait(LEAVING);
  };
  let closed: Promise<void> | undefined;
  return {
    url: config.PORT === 0 ? `http://localhost:${port}` : config.PUBLIC_URL,
    port,
    close: () =>
      (closed ??= Promise.all([leave().then(() => stopServing(server, streams)), granting]).then(closeDependencies)),
  };
}

/** Whether there's a proxy that notices a leaving server. Without one, visitors wouldn't gain from the delay. */
const isBehindProxy = ({ NODE_ENV, TRUST_PROXY }: Config): boolean =>
  NODE_ENV === 'production' && TRUST_PROXY !== undefined && TRUST_PROXY !== 'false';

/** If the instance is no longer a trial, ends all demo sessions before the server accepts requests. Logs a failure. */
async function closeDemo(system: ServerDeps['system'], config: Config, logger: Logger): Promise<void> {
  try {
    const accounts = await endDemoSessions(system, config);
    if (accounts.length > 0)
      logger.warn(
        'The demo accounts can no longer sign in: their passwords are published, and a real provider is configured',
      );
  } catch (error) {
    logger.warn({ err: errorForLog(error) }, 'failed to end demo sessions');
  }
}

function listen(server: Server, where: { port: number; host: string | undefined }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function stopServing(server: Server, streams: Streams): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = streams.close();
  // a keep-alive connection becomes idle only after its last response is sent
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE);
  await Promise.all([closed, cut]);
  clearInterval(idle);
  clearTimeout(impatient);
}
