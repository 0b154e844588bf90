import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { canEnter, databaseUser, type DatabaseUser } from '../scripts/start/database-user.ts';
import { binaries, ownedFolder } from '../scripts/start/postgres-place.ts';
import { type Cluster, ensureDatabase, startCluster } from '../scripts/start/postgres.ts';
import { steadyPort } from '../scripts/start/ports.ts';

const TEMPLATE = 'picket_template';

/** One Postgres for the whole run, without fsync, in a temporary folder, with a template that holds all migrations. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return undefined;
  const user = databaseUser();
  const parent = temporaryFolder(user);
  const cluster = await startCluster({
    binaries: binaries(user),
    folder: join(parent, 'data'),
    user,
    port: await steadyPort(randomBytes(8).toString('hex')),
    password: randomBytes(16).toString('hex'),
    throwaway: parent,
  });
  const stop = async () => {
    await cluster.stop();
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    await makeTemplate(cluster);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('pgUrl', cluster.url());
  project.provide('pgTemplate', TEMPLATE);
  return stop;
}

async function makeTemplate(cluster: Cluster): Promise<void> {
  await ensureDatabase(cluster, TEMPLATE);
  await migrateToLatest(cluster.url(TEMPLATE));
}

/** A temporary folder that Postgres' user can enter; TMPDIR may be private. */
function temporaryFolder(user: DatabaseUser): string {
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => canEnter(folder, user));
  if (!parent) throw new Error('no temporary folder that the database user can enter: set TMPDIR');
  const folder = mkdtempSync(join(parent, 'picket-test-'));
  ownedFolder(folder, user);
  return folder;
}
