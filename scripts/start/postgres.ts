import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseUser } from './database-user.ts';
import { type Binaries, ownedFolder } from './postgres-place.ts';
import { commandLine, endProcess, isAlive } from './processes.ts';
import { StartError } from './start-error.ts';

/** How to create and run a cluster. The superuser is `picket`. The cluster listens only on loopback. */
export type ClusterOptions = {
  binaries: Binaries;
  folder: string;
  user: DatabaseUser;
  port: number;
  password: string;
  /** Postgres settings in the form `name=value`. */
  settings?: string[];
  /**
   * For tests. Turns off fsync. Removes this folder (owned by the Postgres user) when Postgres ends, even if it's
   * killed.
   */
  throwaway?: string;
  onLog?: (text: string) => void;
};

/** A running Postgres cluster. */
export type Cluster = {
  /** Returns the URL of a database in the cluster, with the superuser's password. */
  url(database?: string): string;
  /** Resolves when Postgres has exited, through `stop()` or on its own. */
  exited: Promise<void>;
  /** Requests a fast shutdown: open transactions are rolled back, and all committed data is kept. */
  stop(): Promise<void>;
};

const LOCK_RETRY_MS = 5_000;
const START_MS = 60_000;

/**
 * Runs Postgres on the folder and waits until it accepts connections. If the folder has no data yet, runs initdb first.
 * If a killed start left a Postgres process running, stops that process first. If this process ends for any reason,
 * Postgres shuts down on its own. Throws StartError with Postgres's own message if it doesn't start.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  initialise(options);
  await endLeftover(options.folder);
  const giveUp = performance.now() + LOCK_RETRY_MS;
  for (;;) {
    const started = await tryStart(options);
    if ('cluster' in started) return started.cluster;
    // After Postgres is killed, its postmaster.pid blocks a new Postgres until its remaining child processes have
    // ended, which can take a few seconds.
    const locked = started.log.includes('postmaster.pid') || started.log.includes('shared memory block');
    if (!locked || performance.now() > giveUp) throw new StartError(`Postgres failed to start: ${started.log.trim()}`);
    await wait(250);
  }
}

/** Returns the URL of a database in a cluster on this machine. */
export const clusterUrl = ({ port, password }: { port: number; password: string }, database: string) =>
  `postgres://picket:${password}@127.0.0.1:${port}/${database}`;

/** Creates a database if it's missing. */
export async function ensureDatabase(cluster: Cluster, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

function initialise({ binaries, folder, user, password, throwaway }: ClusterOptions): void {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  // Initializes the cluster under another name and renames it when complete. That way, a killed start doesn't leave an
  // incomplete cluster.
  const unfinished = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  ownedFolder(unfinished, user);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const flags = [
    '--username=picket',
    '--auth=scram-sha-256',
    '--locale=C.UTF-8',
    '--encoding=UTF8',
    '--no-instructions',
  ];
  // The password is random and valid only for minutes, so it doesn't need key stretching, which would slow down
  // thousands of connections.
  if (throwaway) flags.push('--no-sync', '--set=scram_iterations=1');
  const made = spawnSync(binaries.initdb, [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`, ...flags], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0)
    throw new StartError(`initdb failed in ${folder}: ${made.error?.message ?? made.stderr.trim()}`, {
      cause: made.error,
    });
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}

/**
 * If a killed start left a Postgres process running in this folder, stops it. Throws StartError if Postgres doesn't
 * stop.
 */
export async function endLeftover(folder: string): Promise<void> {
  const lock = join(folder, 'postmaster.pid');
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0;
  if (!(pid > 0) || !isAlive(pid) || !commandLine(pid).includes(folder)) return;
  const gone = await endProcess(pid, [
    { signal: 'SIGINT', waitMs: 10_000 },
    { signal: 'SIGQUIT', waitMs: 5_000 },
  ]);
  if (!gone)
    throw new StartError(
      `An earlier Postgres (process ${pid}) in ${folder} isn't stopping. Kill it, then start again.`,
    );
}

/**
 * A shell script that runs between this process and Postgres and reads commands from this process. If the command is
 * "stop", the script shuts Postgres down (SIGINT = fast). If this process ends, even by SIGKILL, the script's input
 * ends. The script then waits before it shuts Postgres down. In the meantime, the server and worker also detect that
 * this process has ended. They use the database to finish their current jobs.
 */
const KEEPER = `
exec 3<&0
"$@" </dev/null 3<&- &
postgres=$!
( read wish <&3; [ "$wish" = stop ] || sleep "$PICKET_LINGER"; kill -INT $postgres ) >/dev/null 2>&1 &
reader=$!
exec 3<&-
wait $postgres
status=$?
kill $reader 2>/dev/null
[ -z "$PICKET_REMOVE" ] || rm -rf -- "$PICKET_REMOVE"
exit $status
`;

function spawnKeeper({ binaries, folder, user, port, settings = [], throwaway }: ClusterOptions): ChildProcess {
  const quick = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    ...(throwaway ? quick : []),
    ...settings,
  ];
  const args = ['-D', folder, ...all.flatMap((setting) => ['-c', setting])];
  // Detached, so that Ctrl-C in the terminal doesn't stop Postgres directly. It's stopped after the processes that use
  // it.
  return spawn('/bin/sh', ['-c', KEEPER, 'postgres-keeper', binaries.postgres, ...args], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      PICKET_LINGER: throwaway ? '0' : '15',
      ...(throwaway ? { PICKET_REMOVE: throwaway } : {}),
    },
  });
}

async function tryStart(options: ClusterOptions): Promise<{ cluster: Cluster } | { log: string }> {
  const keeper = spawnKeeper(options);
  let log = '';
  const note = (chunk: Buffer) => {
    log = `${log}${chunk.toString()}`.slice(-4_000);
    options.onLog?.(chunk.toString());
  };
  keeper.stdout?.on('data', note);
  keeper.stderr?.on('data', note);
  keeper.stdin?.on('error', () => undefined);
  let running = true;
  const exited = new Promise<void>((resolve) => {
    keeper.once('error', (error) => note(Buffer.from(error.message)));
    keeper.once('close', () => {
      running = false;
      resolve();
    });
  });
  const answered = await answers(options, () => running);
  if (!answered) {
    keeper.stdin?.end('stop\n');
    await exited;
    return { log };
  }
  const stop = async () => {
    keeper.stdin?.end('stop\n');
    await exited;
  };
  return { cluster: { url: (database = 'postgres') => clusterUrl(options, database), exited, stop } };
}

async function answers(options: ClusterOptions, running: () => boolean): Promise<boolean> {
  const end = performance.now() + START_MS;
  while (running() && performance.now() < end) {
    const client = new pg.Client({ connectionString: clusterUrl(options, 'postgres'), connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      // 57P03 means that Postgres is still starting or recovering.
      if (code !== undefined && code !== '57P03')
        throw new StartError(`Postgres refused the connection: ${String(error)}`, { cause: error });
      await wait(50);
    }
  }
  return false;
}
