import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Path of the Chromium for browser tests: CHROMIUM_PATH, else one on PATH or in /usr/bin; undefined without. Debian's
 * headless shell comes first: the same engine without the browser around it takes a third less of the processor.
 */
export function chromiumPath(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return isProgram(given) ? given : undefined;
  return (
    onPath('chromium-headless-shell') ?? onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome')
  );
}

/** Path of the redis-server for the tests of the queue on Redis; undefined without. */
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
