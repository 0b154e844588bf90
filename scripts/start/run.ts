import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { localSecret } from '#core/platform/config.ts';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { buildIfNeeded } from '../build.ts';
import { ROOT } from '../build/root.ts';
import { connectionFile } from './connection.ts';
import { keep } from './kept.ts';
import { type Company, startCompany } from './company.ts';
import { type Database, embeddedDatabase, givenDatabase, requireAnswer } from './database.ts';
import { openOutput } from './output.ts';
import { requireFree } from './ports.ts';
import { untilReady } from './ready.ts';
import { type RunLock, takeRunLock } from './run-lock.ts';
import { sandboxEnv, SHARED_NUMBER } from './sandbox-env.ts';
import { readSettings, type Settings } from './settings.ts';
import { onStopWish } from './signals.ts';
import { StartError } from './start-error.ts';
import { summary } from './summary.ts';

const say = (line: string) => console.log(line);

/** What `dev` does differently: its own front door on PORT, and reloading. */
export type Front = {
  serverPort: number;
  /** Called when the processes run; gives what to do at the end. */
  open(company: Company): Promise<() => Promise<void>>;
};

/**
 * The whole of `npm start`: checks, builds, starts the database, migrates, seeds, starts sandbox, server and
 * worker, and stays until asked to stop. Sets the exit code: 0 after a wished stop, 1 after a fault.
 */
export async function run(front?: (settings: Settings) => Promise<Front>): Promise<void> {
  const endings: (() => Promise<void> | void)[] = [];
  let company: Company | undefined;
  let wished = false;
  const end = async () => {
    // last begun, first ended; one that fails must not keep the others running
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
  await build();
  if (wished()) return;
  const database = await openDatabase(settings);
  endings.push(() => database.stop());
  const connection = connectionFile(settings.dataDir);
  keep(connection, { url: database.url });
  endings.push(() => rmSync(connection, { force: true }));
  await prepare(database.url, settings);
  if (wished()) return;
  const front = await options.front?.(settings);
  const company = await startProcesses({ settings, database, lock, front });
  options.hold(company);
  endings.push(() => company.stop());
  const closeFront = await front?.open(company);
  if (closeFront) endings.push(closeFront);
  await untilReady({ port: front?.serverPort ?? settings.port, processes: company.members, wished });
  if (!wished()) say(summary(settings, { sandboxPort, where: database.where }));
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
    throw new StartError(`The database could not be brought to the newest schema: ${reason}`, { cause });
  }
}

/** Before anything serves: whoever sees `/readyz` answer 200 can sign in to the demo company at once. */
async function prepare(url: string, { env, dataDir, providers }: Settings): Promise<void> {
  await migrate(url);
  const { seedDemo } = await import('../seed-demo.ts');
  await seedDemo({
    connectionString: url,
    now: new Date(),
    secret: env['APP_SECRET'] ?? localSecret(dataDir),
    stripeStandIn: providers.includes('stripe'),
    textsFrom: env['TWILIO_FROM'] ?? (providers.includes('twilio') ? SHARED_NUMBER : undefined),
  });
}

async function startProcesses(parts: {
  settings: Settings;
  database: Database;
  lock: RunLock;
  front: Front | undefined;
}): Promise<Company> {
  const { settings, database, lock, front } = parts;
  const { port, dataDir, providers, publicUrl } = settings;
  const ports = [port, port + 1, Number(new URL(database.url).port), front?.serverPort ?? 0];
  const standIns = await sandboxEnv({ dataDir, port: port + 1, providers, avoidPorts: ports });
  const env = {
    ...standIns,
    ...settings.env,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    PORT: String(port),
  };
  const serverEnv = front
    ? { PORT: String(front.serverPort), TRUST_PROXY: settings.env['TRUST_PROXY'] ?? 'loopback' }
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
