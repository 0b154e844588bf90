import { join } from 'node:path';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { ROOT } from './build/root.ts';
import { awaitDatabase } from './start/await-database.ts';
import { readDotenv, runCommand } from './start/command.ts';
import { connectionString } from './start/connection.ts';

/** How long to wait for a database that's still starting. */
const DATABASE_WITHIN_MS = 60_000;

async function main(): Promise<string> {
  readDotenv();
  const url = connectionString(process.env);
  if (url === undefined) throw new Error('DATABASE_URL is missing, and no running `npm start` provides a database.');
  await awaitDatabase(url, { forMs: DATABASE_WITHIN_MS, say: (line) => console.log(line) });
  await migrateToLatest(url, join(ROOT, 'migrations'));
  return 'The database schema is up to date.';
}

await runCommand(main);
