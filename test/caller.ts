import type { AddressInfo } from 'node:net';
import { createTRPCClient, httpBatchLink, type TRPCClient } from '@trpc/client';
import { createSessions } from '#core/features/auth/sessions.ts';
import { createStreams } from '#core/features/auth/streams.ts';
import { createLeadChanges } from '#core/features/leads/lead-changes.ts';
import { type Config, readConfig } from '#core/platform/config.ts';
import { createLogger } from '#core/platform/log.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createQueueMonitor } from '#core/platform/queue-monitor.ts';
import { createStripe } from '#core/platform/stripe-client.ts';
import type { MessageOwner } from '#core/platform/deps.ts';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { createApp } from '../src/server/app.ts';
import { openDatabases } from '../src/server/databases.ts';
import type { ServerDeps } from '../src/server/server-deps.ts';
import { type AppRouter, createCaller } from '../src/server/trpc/root.ts';
import { type Builders, builders, PASSWORD } from './builders.ts';
import { type TestClock, testClock } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { queueEnv } from './queue-env.ts';

export type Caller = ReturnType<typeof createCaller>;

/** A browser with its own cookies. */
export interface TestBrowser {
  /** Fetches a path of the app and stores cookies. Doesn't follow redirects. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The typed procedures over HTTP. Errors are TRPCClientError with `data.code`. */
  trpc: TRPCClient<AppRouter>;
  cookies: Map<string, string>;
}

export interface TestApp {
  url: string;
  config: Config;
  clock: TestClock;
  /** The dependencies of the running app. Only the queue differs: it just records which wake-up jobs were enqueued. */
  deps: ServerDeps;
  database: TestDatabase;
  enqueued: MessageOwner[];
  a: Builders;
  browser(): TestBrowser;
  /** Opens a browser in which this user is signed in. Every user from the builders has PASSWORD. */
  signIn(email: string, password?: string): Promise<TestBrowser>;
  /**
   * Calls procedures without HTTP, as the owner of this company or as another member. Errors are TRPCError whose
   * `cause` is the AppError.
   */
  callerFor(company: CompanyRow, as?: { userId: UserId; role: TeamRole }): Promise<Caller>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Receives each line of the log. LOG_LEVEL sets the lowest level. */
  log?: { write(line: string): void };
  now?: Date | string;
  env?: Record<string, string>;
  dist?: string;
  /** The port to listen on, for tests that need a valid PUBLIC_URL. Default: any free port. */
  port?: number;
  /** The database of another app, to run a second server process on it. */
  database?: TestDatabase;
}

/** Returns a valid configuration for tests on this database. */
export const testConfig = (databaseUrl: string, env: Record<string, string> = {}): Config =>
  readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://picket.test',
    APP_SECRET: 'a-secret-of-tests-that-is-long-enough',
    LOG_LEVEL: 'silent',
    SMTP_URL: 'smtp://127.0.0.1:1',
    TWILIO_ACCOUNT_SID: 'ACtest',
    TWILIO_AUTH_TOKEN: 'test-token',
    TWILIO_FROM: '+12085550199',
    TWILIO_API_BASE: 'http://127.0.0.1:1',
    GEOCODER_URL: 'http://127.0.0.1:1',
    ...queueEnv(),
    ...env,
  });

/** Starts the complete server on a cloned database and a free port. The test moves its clock. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const config = testConfig(database.url, options.env);
  const logger = createLogger(config, 'test', options.log);
  const clock = testClock(options.now);
  const enqueued: MessageOwner[] = [];
  const { db, system } = openDatabases(config, logger);
  const deps: ServerDeps = {
    config,
    clock,
    logger,
    system,
    db,
    wakeUps: {
      enqueue: (owner) => {
        enqueued.push(owner);
        return Promise.resolve();
      },
      ping: () => Promise.resolve(),
    },
    stripe: createStripe(config, { timeout: 1_000, maxNetworkRetries: 0 }),
    queues: createQueueMonitor(config, logger),
    billingQueue: { enqueue: () => Promise.resolve() },
    sessions: createSessions(system, { secure: false }),
    leadChanges: createLeadChanges({ connectionString: database.url, logger }),
    streams: createStreams({ system, connectionString: database.url, logger }),
  };
  const server = createApp(deps, options.dist === undefined ? {} : { dist: options.dist }).listen(
    options.port ?? 0,
    '127.0.0.1',
  );
  const listening = new Promise((resolve) => server.once('listening', resolve));
  await Promise.all([listening, deps.leadChanges.ready, deps.streams.ready]);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = () => openBrowser(url);
  return {
    url,
    config,
    clock,
    deps,
    database,
    enqueued,
    a: builders(system, clock),
    browser,
    async signIn(email, password = PASSWORD) {
      const opened = browser();
      await opened.trpc.auth.signIn.mutate({ email, password });
      return opened;
    },
    callerFor: (company, as) => callerFor(deps, company, as),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([deps.leadChanges.close(), deps.streams.close(), deps.queues.close()]);
      await Promise.all([deps.db.destroy(), deps.system.destroy()]);
      if (!options.database) await database.drop();
    },
  };
}

/** The company as its member's session names it. */
export const companyOfSession = (company: CompanyRow, role: TeamRole) => ({
  id: company.id,
  name: company.name,
  contractorId: company.contractor_id,
  timeZone: company.time_zone,
  role,
});

async function callerFor(
  deps: ServerDeps,
  company: CompanyRow,
  { userId, role }: { userId: UserId; role: TeamRole } = { userId: company.user_id, role: 'owner' },
): Promise<Caller> {
  const owner = await deps.system
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const viewer = {
    userId: owner.id satisfies UserId,
    email: owner.email,
    name: owner.name,
    avatarUrl: null,
    roles: ['contractor' as const],
    company: companyOfSession(company, role),
  };
  return createCaller({
    deps,
    ip: '127.0.0.1',
    userAgent: 'test',
    cookieHeader: undefined,
    viewer: () => Promise.resolve(viewer),
    sessionId: () => Promise.resolve(null),
    setCookie: () => undefined,
    connection: { hangUp: () => undefined, onClose: () => undefined },
  });
}

/** Opens a browser with its own cookies, for any URL that the server listens on. */
export function openBrowser(url: string): TestBrowser {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const trpc = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${url}/trpc`,
        fetch: (path, init) => send(path instanceof Request ? path.url : path.toString(), init as RequestInit),
      }),
    ],
  });
  return { fetch: send, trpc, cookies };
}
