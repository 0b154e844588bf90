import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Path of the Chromium for browser tests: CHROMIUM_PATH, else one on PATH or in /usr/bin; undefined if there is none.
 * Debian's headless shell is preferred: it has the same engine but needs a third less CPU.
 */
export function chromiumPath(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return isProgram(given) ? given : undefined;
  return (
    onPath('chromium-headless-shell') ?? onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome')
  );
}

/**
 * Path of a whole Chromium, for the tests of notifications, which the headless shell always denies; undefined without.
 */
export function wholeChromiumPath(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given && !given.includes('headless')) return isProgram(given) ? given : undefined;
  return onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome');
}

/** Path of the redis-server for queue tests on Redis; undefined if there is none. */
export const redisServerPath = (): string | undefined => onPath('redis-server');

function onPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
