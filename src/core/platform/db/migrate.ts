import { promises as fs } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { runMigrations as runQueueMigrations } from 'bullmq';

const OLDEST_POSTGRES = 18;

/**
 * Brings the database to the newest schema: the queue's own tables (schema `bullmq`), then `migrations/`.
 * Safe when several processes start it at once (the migrator holds a lock). `folder` is found from the
 * working directory where it is not given. Throws the first migration's error.
 */
export async function migrateToLatest(connectionString: string, folder = path.resolve('migrations')): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await requireVersion(client);
    await runQueueMigrations(client);
  } finally {
    await client.end();
  }
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, max: 2 }) }),
  });
  try {
    const migrator = new Migrator({
      db,
      provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }),
      // numbers are given out before the work: a later one may have run here already
      allowUnorderedMigrations: true,
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  } finally {
    await db.destroy();
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_POSTGRES)
    throw new Error(`DATABASE_URL names a Postgres ${version}; ${OLDEST_POSTGRES} or newer is needed`);
}
