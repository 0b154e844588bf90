import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test cluster's maintenance database, as its superuser. */
    pgUrl: string;
    /** The name of the template database, which has all migrations and no rows. It's cloned for each test file. */
    pgTemplate: string;
  }
}

/** The database of one test file. `url` connects as the superuser. `drop` also closes open connections. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * Creates a fresh database with all migrations and no rows, cloned in about 0.1 s. Create one per test file
 * (`beforeAll`), and `drop()` it in `afterAll` after closing your own pools:
 *
 *     let db: TestDatabase;
 *     beforeAll(async () => { db = await createTestDatabase(); });
 *     afterAll(() => db.drop());
 *
 * Only for integration and browser tests: unit tests have no Postgres.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  // Copying the files takes half as long as writing them to the write-ahead log.
  await administer(`create database ${name} template ${inject('pgTemplate')} strategy file_copy`);
  const url = new URL(inject('pgUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('pgUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
