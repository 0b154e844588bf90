import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** Who the Postgres processes run as; empty where they may run as the user who starts them. */
export type DatabaseUser = { uid?: number; gid?: number };

/**
 * Postgres refuses to run as root, so root hands it to the user `postgres` (made where missing; `nobody` where no user
 * can be made). Everyone else runs it as themselves. Throws StartError where root finds no such user.
 */
export function databaseUser(): DatabaseUser {
  if (process.getuid?.() !== 0) return {};
  const found = userNamed('postgres') ?? makeUser() ?? userNamed('nobody');
  if (!found)
    throw new StartError('Postgres will not run as root, and no user for it could be made (useradd postgres).');
  return found;
}

/** The owner of existing data may differ (first started without root): Postgres must then run as that owner. */
export function ownerAsUser(owner: { uid: number; gid: number }): DatabaseUser {
  return process.getuid?.() === 0 && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : databaseUser();
}

/** Whether that user can enter the folder and every folder above it, and (where asked) write in it. */
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
