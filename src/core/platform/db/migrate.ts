import { promises as fs } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { runMigrations as runQueueMigrations } from 'bullmq';

/** The oldest major version of Postgres that the product runs on. */
export const OLDEST_POSTGRES = 18;

/**
 * Migrates the database to the latest schema: first the queue's tables (schema `bullmq`), then `migrations/`. Safe to
 * call in several processes at once, because the migrator takes a lock. `folder` is `migrations` in the working
 * directory by default. With `upTo`, later migrations than the one of that name don't run. Rethrows a migration's error.
 * Throws an Error with instructions if the database was migrated with different files.
 */
export async function migrateToLatest(
  connectionString: string,
  folder = path.resolve('migrations'),
  upTo?: string,
): Promise<void> {
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: folder });
  const client = new pg.Client({ connectionString });
  client.on('error', failOnlyQueries);
  await client.connect();
  try {
    await requireVersion(client);
    requireSameFiles(await migrationsRun(client), Object.keys(await provider.getMigrations()));
    await runQueueMigrations(client);
  } finally {
    await client.end();
  }
  const pool = new pg.Pool({ connectionString, max: 2 });
  pool.on('connect', (connected) => connected.on('error', failOnlyQueries));
  pool.on('error', failOnlyQueries);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider });
    const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
    if (error !== undefined) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  } finally {
    await db.destroy();
  }
}

/**
 * If a connection breaks, its query rejects. The connection also emits 'error', even after `pool.end()`, which without a
 * listener would crash the process.
 */
const failOnlyQueries = () => undefined;

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_POSTGRES)
    throw new Error(`DATABASE_URL points to Postgres ${version}, but Picket requires ${OLDEST_POSTGRES} or newer`);
}

/** Returns the names of the migrations that have run on this database, in order. Empty for a new database. */
async function migrationsRun(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select where to_regclass('kysely_migration') is not null`);
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>(`select name from kysely_migration order by name collate "C"`);
  return rows.map(({ name }) => name);
}

/**
 * Throws if a migration has run but `migrations/` has no file for it. Also throws if a new migration comes before one
 * that has already run. Kysely rejects both cases too, but its errors explain neither the cause nor the fix.
 */
function requireSameFiles(run: string[], files: string[]): void {
  const unknown = run.find((name) => !files.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `this database was migrated by another version of Picket: migrations/ has no file for ${unknown}. Use that ` +
        'version, or start with an empty database (for `npm start` without DATABASE_URL: stop it and delete the ' +
        'folder .data/postgres, which deletes all its data)',
    );
  const last = run.at(-1);
  const early = files.find((name) => last !== undefined && name < last && !run.includes(name));
  if (early !== undefined)
    throw new Error(
      `migration ${early} comes before ${last}, which was already applied. Give it a name that sorts last, ` +
        'or start with an empty database',
    );
}
