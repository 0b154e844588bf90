import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { buildIfNeeded } from '../build.ts';
import { ROOT } from '../build/root.ts';
import { connectionFile } from './connection.ts';
import { keep } from './kept.ts';
import { type Company, startCompany } from './company.ts';
import { type Database, embeddedDatabase, givenDatabase, requireAnswer } from './database.ts';
import { prepareDemo } from './demo-data.ts';
import { openOutput } from './output.ts';
import { requireFree } from './ports.ts';
import { untilReady } from './ready.ts';
import { type RunLock, takeRunLock } from './run-lock.ts';
import { sandboxEnv } from './sandbox-env.ts';
import { checkedConfig, readSettings, type Settings } from './settings.ts';
import { onStopWish } from './signals.ts';
import { StartError } from './start-error.ts';
import { summary } from './summary.ts';

const say = (line: string) => console.log(line);

/** The IP address that the server listens on behind the development proxy. */
const BEHIND = '127.0.0.1';

/** The additional features of `dev`: a proxy on PORT, and reloading. */
export type Front = {
  serverPort: number;
  /** Called with the host to listen on when the processes are running. Returns a function that stops the proxy. */
  open(company: Company, host: string | undefined): Promise<() => Promise<void>>;
};

/**
 * Implements `npm start`. Checks the settings, builds while it starts the database, migrates and seeds, and starts the
 * sandbox, server and worker. Runs until a stop is requested. Sets the exit code to 0 after a requested stop, or 1 after
 * an error.
 */
export async function run(front?: (settings: Settings) => Promise<Front>): Promise<void> {
  const endings: (() => Promise<void> | void)[] = [];
  let company: Company | undefined;
  let wished = false;
  const end = async () => {
    // Stops in reverse order. If one step fails, the remaining steps still run.
    for (const ending of endings.splice(0).toReversed()) await Promise.resolve(ending()).catch(report);
  };
  const stopped = new Promise<void>((resolve) => {
    onStopWish({
      stop() {
        wished = true;
        say('Stopping …');
        resolve();
      },
      hurry: () => (company ? company.hurry() : process.exit(1)),
    });
  });
  try {
    const started = begin({ endings, wished: () => wished, front, hold: (one) => (company = one) });
    await Promise.race([started, stopped]);
    await stopped;
    await started.catch(() => undefined);
  } catch (error) {
    if (!wished) report(error);
  }
  await end();
  if (wished) say('Stopped.');
  process.exit(wished ? 0 : 1);
}

async function begin(options: {
  endings: (() => Promise<void> | void)[];
  wished: () => boolean;
  front: ((settings: Settings) => Promise<Front>) | undefined;
  hold: (company: Company) => void;
}): Promise<void> {
  const { endings, wished } = options;
  const settings = await readSettings(process.env);
  const lock = await takeRunLock(settings.dataDir, say);
  endings.push(() => lock.release());
  const sandboxPort = settings.providers.length > 0 ? settings.port + 1 : undefined;
  await requireFree(settings.port, 'PORT');
  if (sandboxPort !== undefined) await requireFree(sandboxPort, 'PORT + 1, for the sandbox');
  if (settings.databaseUrl !== undefined) await requireAnswer(settings.databaseUrl);
  const building = build();
  // Awaited below, after the database's own faults.
  building.catch(() => undefined);
  const database = await openDatabase(settings);
  endings.push(() => database.stop());
  const connection = connectionFile(settings.dataDir);
  keep(connection, { url: database.url });
  endings.push(() => rmSync(connection, { force: true }));
  const front = await options.front?.(settings);
  await migrate(database.url);
  const env = await environmentOf({ settings, database, front });
  const stripeStandIn = settings.providers.includes('stripe');
  const demo = await prepareDemo(checkedConfig(env), { now: new Date(), stripeStandIn });
  await building;
  if (wished()) return;
  const company = startProcesses({ settings, env, lock, front });
  options.hold(company);
  endings.push(() => company.stop());
  const host = settings.host ?? (demo.there ? '127.0.0.1' : undefined);
  const closeFront = await front?.open(company, host);
  if (closeFront) endings.push(closeFront);
  const at = front ? { host: BEHIND, port: front.serverPort } : { host: settings.host, port: settings.port };
  await untilReady({ at, processes: company.members, wished });
  if (!wished()) say(summary(settings, { sandboxPort, where: database.where, demo }));
}

async function build(): Promise<void> {
  try {
    await buildIfNeeded({ say });
  } catch (cause) {
    throw new StartError(`The build failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function openDatabase(settings: Settings): Promise<Database> {
  if (settings.databaseUrl !== undefined) return givenDatabase(settings.databaseUrl);
  say('Starting Postgres …');
  const output = openOutput({ dataDir: settings.dataDir, name: 'postgres', show: 'nothing', say });
  const avoidPorts = [settings.port, settings.port + 1];
  return embeddedDatabase({ dataDir: settings.dataDir, avoidPorts, output, say });
}

async function migrate(url: string): Promise<void> {
  try {
    await migrateToLatest(url, join(ROOT, 'migrations'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The migrations failed: ${reason}`, { cause });
  }
}

/** Returns the process environment: the given variables, plus the stand-ins' values for missing variables. */
async function environmentOf(parts: {
  settings: Settings;
  database: Database;
  front: Front | undefined;
}): Promise<Record<string, string | undefined>> {
  const { port, dataDir, providers, publicUrl, env } = parts.settings;
  const ports = [port, port + 1, Number(new URL(parts.database.url).port), parts.front?.serverPort ?? 0];
  return {
    // worker.sh would choose production
    NODE_ENV: 'development',
    ...(await sandboxEnv({ dataDir, port: port + 1, providers, avoidPorts: ports })),
    ...env,
    DATABASE_URL: parts.database.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    PORT: String(port),
  };
}

function startProcesses(parts: {
  settings: Settings;
  env: Record<string, string | undefined>;
  lock: RunLock;
  front: Front | undefined;
}): Company {
  const { settings, env, lock, front } = parts;
  const serverEnv = front
    ? { PORT: String(front.serverPort), HOST: BEHIND, TRUST_PROXY: settings.env['TRUST_PROXY'] ?? 'loopback' }
    : {};
  const show = front || settings.env['LOG_LEVEL'] ? 'all' : 'warnings';
  return startCompany({ settings, env, serverEnv, lock, show, say });
}

function report(error: unknown): void {
  if (error instanceof StartError) return console.error(error.message);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if ((code === 'EACCES' || code === 'EPERM') && error instanceof Error)
    return console.error(`No permission: ${error.message}`);
  console.error(error);
}
