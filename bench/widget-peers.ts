import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pinned from './peers/package.json' with { type: 'json' };

const FOLDER = join(import.meta.dirname, 'peers');

/**
 * The files that each package's documented inline embed loads before a visitor acts. Typeform and Cal.com then load
 * their form from their own servers into an iframe, and Typebot fetches the conversation from its server. These later
 * downloads don't count, because they aren't in the packages.
 */
const LOADED: Record<keyof (typeof pinned)['dependencies'], readonly string[]> = {
  '@typeform/embed': ['build/embed.js', 'build/css/widget.css'],
  '@calcom/embed-core': ['dist/embed/embed.js'],
  '@typebot.io/js': ['dist/web.js'],
};

export interface WidgetPeer {
  /** The name and version, such as '@typeform/embed 6.1.1'. */
  name: string;
  /** The gzip size in bytes. */
  bytes: number;
  requests: number;
}

const isInstalled = ([name, version]: readonly [string, string]): boolean => {
  const file = join(FOLDER, 'node_modules', name, 'package.json');
  return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version === version;
};

/**
 * Returns the peer widgets that are pinned in `bench/peers`. Installs them if necessary. Throws if the registry can't
 * be reached.
 */
export function widgetPeers(): WidgetPeer[] {
  const packages = Object.entries(pinned.dependencies);
  if (!packages.every(isInstalled)) {
    const quietly = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...quietly], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return Object.entries(LOADED).map(([name, files]) => ({
    name: `${name} ${pinned.dependencies[name as keyof typeof LOADED]}`,
    bytes: files
      .map((file) => gzipSync(readFileSync(join(FOLDER, 'node_modules', name, file)), { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0),
    requests: files.length,
  }));
}
