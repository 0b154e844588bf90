import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../build/root.ts';
import { SECRET } from './manifest.ts';

/** Returns APP_SECRET, or the one that `npm start` keeps in DATA_DIR. Undefined if there's neither. */
export function appSecret(env: Record<string, string | undefined>): string | undefined {
  if (env['APP_SECRET']) return env['APP_SECRET'];
  const file = join(dataFolder(env), SECRET);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

export const dataFolder = (env: Record<string, string | undefined>): string =>
  resolve(ROOT, env['DATA_DIR'] || '.data');
