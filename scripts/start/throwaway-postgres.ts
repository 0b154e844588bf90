import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, databaseUser, type DatabaseUser } from './database-user.ts';
import { steadyPort } from './ports.ts';
import { binaries, ownedFolder } from './postgres-place.ts';
import { type Cluster, startCluster } from './postgres.ts';

/** A folder in memory that Linux has for all. */
const IN_MEMORY = '/dev/shm';
/** What it must have free: containers often have 64 MB of it. */
const ROOM = 2 * 1_024 ** 3;

/**
 * A Postgres of its own, without fsync, in a temporary folder that is removed when it stops, however it stops: for
 * tests and benchmarks. `name` begins the folder's name. With `small` data it lies in memory where there is room:
 * copying a database of a thousand files there takes a third of the processor's time, and a fifth of the wait.
 */
export async function throwawayPostgres(name: string, settings: string[] = [], small = false): Promise<Cluster> {
  const user = databaseUser();
  const parent = temporaryFolder(name, user, small && hasRoom(IN_MEMORY) ? [IN_MEMORY] : []);
  const cluster = await startCluster({
    binaries: binaries(user),
    folder: join(parent, 'data'),
    user,
    port: await steadyPort(randomBytes(8).toString('hex')),
    password: randomBytes(16).toString('hex'),
    throwaway: parent,
    settings,
  });
  const stop = async () => {
    await cluster.stop();
    rmSync(parent, { recursive: true, force: true });
  };
  return { ...cluster, stop };
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM;
}

/** A temporary folder that Postgres' user can enter; TMPDIR may be private. */
function temporaryFolder(name: string, user: DatabaseUser, first: string[]): string {
  const parent = [...first, tmpdir(), '/tmp', '/var/tmp'].find((folder) => canEnter(folder, user));
  if (!parent) throw new Error('no temporary folder that the database user can enter: set TMPDIR');
  const folder = mkdtempSync(join(parent, `${name}-`));
  ownedFolder(folder, user);
  return folder;
}
