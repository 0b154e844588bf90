import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** The user that runs the Postgres processes. Empty if they can run as the current user. */
export type DatabaseUser = { uid?: number; gid?: number };

/**
 * Returns the user who runs Postgres. Postgres refuses to run as root. If this process runs as root, Postgres therefore
 * runs as the user `postgres`, who is created if missing. If that user can't be created, Postgres runs as `nobody`. If
 * this process doesn't run as root, Postgres runs as the same user. Throws StartError if root can't find a suitable
 * user.
 */
export function databaseUser(): DatabaseUser {
  if (process.getuid?.() !== 0) return {};
  const found = userNamed('postgres') ?? makeUser() ?? userNamed('nobody');
  if (!found)
    throw new StartError('Postgres refuses to run as root, and creating a user for it failed. Run: useradd postgres');
  return found;
}

/**
 * Existing data may have a different owner, for example if Postgres was first started without root. In that case,
 * Postgres must run as that owner.
 */
export function ownerAsUser(owner: { uid: number; gid: number }): DatabaseUser {
  return process.getuid?.() === 0 && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : databaseUser();
}

/** Whether a user can enter the folder and all its parents and, if required, write to it. */
export function canEnter(folder: string, user: DatabaseUser, { write = false } = {}): boolean {
  const script = write ? 'cd -- "$0" && test -w .' : 'cd -- "$0"';
  return spawnSync('/bin/sh', ['-c', script, folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

function userNamed(name: string): Required<DatabaseUser> | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function makeUser(): Required<DatabaseUser> | undefined {
  const attempts = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'],
    ['adduser', '-S', '-D', '-H', '-s', '/bin/false', 'postgres'],
  ] as const;
  for (const [command, ...args] of attempts) {
    spawnSync(command, args, { stdio: 'ignore' });
    const made = userNamed('postgres');
    if (made) return made;
  }
  return undefined;
}
