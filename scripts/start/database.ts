import { randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { kept } from './kept.ts';
import type { Output } from './output.ts';
import { steadyPort } from './ports.ts';
import { binaries, dataPlace } from './postgres-place.ts';
import { type Cluster, type ClusterOptions, endLeftover, ensureDatabase, startCluster } from './postgres.ts';
import { StartError } from './start-error.ts';

/** The database that the processes use: the embedded one, or the one in DATABASE_URL. */
export type Database = { url: string; where: string; stop(): Promise<void> };

const DATABASE = 'picket';
const RETRY_MS = 5_000;
const accessSchema = z.object({ password: z.string() });

/** Uses the database in DATABASE_URL. It keeps running after this process stops. */
export const givenDatabase = (url: string): Database => ({
  url,
  where: 'the database of DATABASE_URL',
  stop: () => Promise.resolve(),
});

/** Throws StartError with the reason if the database in DATABASE_URL doesn't respond. */
export async function requireAnswer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.end();
  } catch (cause) {
    const reason = cause instanceof AggregateError ? cause.errors.map(String).join('; ') : String(cause);
    throw new StartError(`DATABASE_URL: the database isn't responding (${reason})`, { cause });
  }
}

/** Starts the embedded Postgres. If it crashes, restarts it on the same port. */
export async function embeddedDatabase(options: {
  dataDir: string;
  avoidPorts: readonly number[];
  output: Output;
  say: (line: string) => void;
}): Promise<Database> {
  const { dataDir, output, say } = options;
  const place = dataPlace(dataDir);
  if (place.moved) say(`The database user can't access ${dataDir}, so the data is in ${place.folder}`);
  await endLeftover(place.folder);
  const accessFile = join(dataDir, 'postgres.json');
  if (!existsSync(accessFile)) setAside(place.folder, say);
  const access = await kept(accessFile, accessSchema, () => ({
    password: randomBytes(24).toString('hex'),
  }));
  const clusterOptions: ClusterOptions = {
    ...access,
    port: await steadyPort(`${dataDir} postgres`, options.avoidPorts),
    binaries: binaries(place.user),
    folder: place.folder,
    user: place.user,
    onLog: (text) => output.note(text),
  };
  const cluster = await startCluster(clusterOptions);
  await ensureDatabase(cluster, DATABASE);
  return { url: cluster.url(DATABASE), where: place.folder, stop: keepRunning(cluster, clusterOptions, say) };
}

/**
 * Renames a data folder whose stored password is missing. This happens if the user removed DATA_DIR for a fresh start,
 * but Postgres's data is in another folder. The folder isn't deleted, because the user may still want the data.
 */
export function setAside(folder: string, say: (line: string) => void): void {
  if (!existsSync(join(folder, 'PG_VERSION'))) return;
  const aside = `${folder}.${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(folder, aside);
  say(`DATA_DIR has no saved credentials. Moved the old database to ${aside}`);
}

/**
 * Restarts Postgres immediately whenever it exits on its own. If a restart fails, tries again after 5 s. Returns a
 * function that stops Postgres permanently.
 */
function keepRunning(first: Cluster, options: ClusterOptions, say: (line: string) => void): () => Promise<void> {
  let stopping = false;
  let current = first;
  const revive = async (): Promise<void> => {
    await current.exited;
    while (!stopping) {
      say('Postgres stopped unexpectedly. Restarting it …');
      try {
        current = await startCluster(options);
        await (stopping ? current.stop() : current.exited);
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
        await wait(RETRY_MS);
      }
    }
  };
  const revived = revive();
  return async () => {
    stopping = true;
    await current.stop();
    await revived;
  };
}
