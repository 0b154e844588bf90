import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, databaseUser, type DatabaseUser } from './database-user.ts';
import { steadyPort } from './ports.ts';
import { binaries, ownedFolder } from './postgres-place.ts';
import { type Cluster, startCluster } from './postgres.ts';

/** The in-memory folder that all users of a Linux machine share. */
const IN_MEMORY = '/dev/shm';
/** The free space that's required in `/dev/shm`, in bytes. Containers often have only 64 MB. */
const ROOM = 2 * 1_024 ** 3;

/**
 * Starts a separate Postgres for tests and benchmarks, without fsync. The name of its temporary folder starts with
 * `name`. The folder is removed when Postgres ends. Set `small` if the data is small. The folder is then in memory, if
 * there's room. Copying a database of a thousand files then takes a third of the CPU time and a fifth of the elapsed
 * time.
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

/** Creates a temporary folder that the Postgres user can enter, because TMPDIR may be private. */
function temporaryFolder(name: string, user: DatabaseUser, first: string[]): string {
  const parent = [...first, tmpdir(), '/tmp', '/var/tmp'].find((folder) => canEnter(folder, user));
  if (!parent) throw new Error("the database user can't access any temporary folder. Set TMPDIR");
  const folder = mkdtempSync(join(parent, `${name}-`));
  ownedFolder(folder, user);
  return folder;
}
