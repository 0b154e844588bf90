import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pinned from './peers/package.json' with { type: 'json' };

const FOLDER = join(import.meta.dirname, 'peers');

/** The packages that only benchmarks need, with their versions. */
export const PEERS = pinned.dependencies;

/** Such as 'lighthouse'. */
export type Peer = keyof typeof PEERS;

const isInstalled = ([name, version]: readonly [string, string]): boolean => {
  const file = join(FOLDER, 'node_modules', name, 'package.json');
  return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version === version;
};

/**
 * Installs the packages of `bench/peers` if necessary, and returns the path of their `node_modules`. Throws if the
 * registry can't be reached.
 */
export function installPeers(): string {
  if (!Object.entries(PEERS).every(isInstalled)) {
    const quietly = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...quietly], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return join(FOLDER, 'node_modules');
}
