import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns the path of the Chromium for browser tests: CHROMIUM_PATH, or one on PATH or in /usr/bin. Undefined if
 * there's none. Debian's headless shell is preferred, because it has the same engine and needs a third less CPU time.
 */
export function chromiumPath(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return isProgram(given) ? given : undefined;
  return (
    onPath('chromium-headless-shell') ?? onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome')
  );
}

/**
 * Returns the path of a full Chromium, or undefined if there's none. Tests of notifications need it, because the
 * headless shell always denies them.
 */
export function wholeChromiumPath(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given && !given.includes('headless')) return isProgram(given) ? given : undefined;
  return onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome');
}

/** Returns the path of the redis-server for queue tests, or undefined if there's none. */
export const redisServerPath = (): string | undefined => onPath('redis-server');

/**
 * Returns the path of the Caddy for the test of rolling restarts, or undefined if there's none. Only on Linux, where
 * visitors can have different addresses of 127.0.0.0/8: Caddy doesn't believe their X-Forwarded-For.
 */
export const caddyPath = (): string | undefined => (process.platform === 'linux' ? onPath('caddy') : undefined);

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
