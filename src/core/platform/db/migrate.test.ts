import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { migrateToLatest } from './migrate.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const exec = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

describe('migrating to the latest schema', () => {
  it('does nothing if the schema is up to date', async () => {
    await expect(migrateToLatest(database.url)).resolves.toBeUndefined();
  });

  it('explains what to do if another version’s files migrated the database', async () => {
    await exec(`insert into kysely_migration (name, timestamp) values ('2026-11-21-0001-first-journey', '')`);
    await expect(migrateToLatest(database.url)).rejects.toThrow(
      /^this database was migrated by another version .* for 2026-11-21-0001-first-journey\. .*delete the folder \.data\/postgres/,
    );
  });

  it('explains what to do if a new file sorts before one that has run', async () => {
    await exec(`delete from kysely_migration where name = '2026-11-22-0003-leads'`);
    await expect(migrateToLatest(database.url)).rejects.toThrow(
      /^migration 2026-11-22-0003-leads comes before .*, which was already applied\. Give it a name that sorts last/,
    );
  });
});
