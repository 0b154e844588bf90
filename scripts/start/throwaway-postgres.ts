import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, databaseUser, type DatabaseUser } from './database-user.ts';
import { steadyPort } from './ports.ts';
import { binaries, ownedFolder } from './postgres-place.ts';
import { type Cluster, startCluster } from './postgres.ts';

/**
 * A Postgres of its own, without fsync, in a temporary folder that is removed when it stops, however it stops: for
 * tests and benchmarks. `name` begins the folder's name.
 */
export async function throwawayPostgres(name: string, settings: string[] = []): Promise<Cluster> {
  const user = databaseUser();
  const parent = temporaryFolder(name, user);
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

/** A temporary folder that Postgres' user can enter; TMPDIR may be private. */
function temporaryFolder(name: string, user: DatabaseUser): string {
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => canEnter(folder, user));
  if (!parent) throw new Error('no temporary folder that the database user can enter: set TMPDIR');
  const folder = mkdtempSync(join(parent, `${name}-`));
  ownedFolder(folder, user);
  return folder;
}
