import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../build/root.ts';

const connectionSchema = z.object({ url: z.string() });

/** The file where a running `npm start` stores its database URL. Tools such as `npm run admin` read it. */
export const connectionFile = (dataDir: string): string => join(dataDir, 'database.json');

/**
 * Returns the database URL for a tool. If DATABASE_URL isn't set, returns the URL that a running `npm start` has stored
 * in DATA_DIR. Returns undefined if there's no such URL either.
 */
export function connectionString(env: Record<string, string | undefined>): string | undefined {
  if (env['DATABASE_URL']) return env['DATABASE_URL'];
  const file = connectionFile(resolve(ROOT, env['DATA_DIR'] || '.data'));
  return existsSync(file) ? connectionSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).url : undefined;
}
