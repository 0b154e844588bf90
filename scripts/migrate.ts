import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { ROOT } from './build/root.ts';
import { awaitDatabase } from './start/await-database.ts';
import { connectionString } from './start/connection.ts';

/** How long to wait for a database that's still starting. */
const DATABASE_WITHIN_MS = 60_000;

const dotenv = join(ROOT, '.env');
if (existsSync(dotenv)) process.loadEnvFile(dotenv);

const url = connectionString(process.env);
if (url === undefined) {
  console.error('DATABASE_URL is missing, and no running `npm start` provides a database.');
  process.exitCode = 1;
} else {
  try {
    await awaitDatabase(url, { forMs: DATABASE_WITHIN_MS, say: (line) => console.log(line) });
    await migrateToLatest(url, join(ROOT, 'migrations'));
    console.log('The database schema is up to date.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
