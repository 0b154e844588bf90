import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { migrateToLatest } from './migrate.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'picket-migrations-'));
  // those that have run: their files are only looked for
  const released = (await readdir('migrations')).filter((file) => file.endsWith('.ts'));
  for (const file of released) await writeFile(join(folder, file), 'export const up = () => {};');
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const query = async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Adds a migration, which is also a row of the table `ran`. */
const add = (name: string, body = '') =>
  writeFile(
    join(folder, `${name}.ts`),
    `export async function up(db) {
      await db.schema.createTable('ran').ifNotExists().addColumn('id', 'integer', (id) => id.generatedAlwaysAsIdentity())
        .addColumn('name', 'text').execute();
      await db.insertInto('ran').values({ name: '${name}' }).execute();
      ${body}
    }`,
  );
const ran = async () => (await query<{ name: string }>('select name from ran order by id')).map(({ name }) => name);
const migrate = () => migrateToLatest(database.url, folder);

describe('migrating to the latest schema', () => {
  it('does nothing if the schema is up to date', async () => {
    await expect(migrateToLatest(database.url)).resolves.toBeUndefined();
  });

  it('runs each new migration once, in the order of names', async () => {
    await add('2099-01-02-second');
    await add('2099-01-01-first');
    await migrate();
    await add('2099-01-03-third');
    await migrate();
    await migrate();
    expect(await ran()).toEqual(['2099-01-01-first', '2099-01-02-second', '2099-01-03-third']);
  });

  it('runs each new migration once if two processes migrate at the same time', async () => {
    await add('2099-01-01-first', 'await new Promise((resolve) => setTimeout(resolve, 300));');
    await Promise.all([migrate(), migrate(), migrate()]);
    expect(await ran()).toEqual(['2099-01-01-first']);
  });

  it('changes nothing if one of the new migrations fails, and runs all of them the next time', async () => {
    await add('2099-01-01-first');
    await add('2099-01-02-second', `await db.insertInto('nowhere').values({ a: 1 }).execute();`);
    await expect(migrate()).rejects.toThrow('relation "nowhere" does not exist');
    expect(await query(`select from pg_class where relname = 'ran'`)).toEqual([]);
    await rm(join(folder, '2099-01-02-second.ts'));
    await add('2099-01-03-third');
    await migrate();
    expect(await ran()).toEqual(['2099-01-01-first', '2099-01-03-third']);
  });

  it('fails, and the process goes on, if Postgres ends the connections', async () => {
    await add('2099-01-01-first', 'await new Promise((resolve) => setTimeout(resolve, 1_000));');
    const endConnections = () =>
      vi.waitFor(async () => {
        const ended = await query(
          `select pg_terminate_backend(pid, 5000) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and query like 'insert into "ran"%'`,
        );
        expect(ended).not.toEqual([]);
      });
    const [migrated] = await Promise.allSettled([migrate(), endConnections()]);
    expect(migrated).toMatchObject({
      status: 'rejected',
      reason: { message: 'Postgres connection has been discarded' },
    });
  });

  it('stops after the migration that is asked for', async () => {
    await add('2099-01-01-first');
    await add('2099-01-02-second');
    await migrateToLatest(database.url, folder, '2099-01-01-first');
    expect(await ran()).toEqual(['2099-01-01-first']);
  });

  it('explains what to do if another version’s files migrated the database', async () => {
    await query(`insert into kysely_migration (name, timestamp) values ('2026-11-21-0001-first-journey', '')`);
    await expect(migrate()).rejects.toThrow(
      /^this database was migrated by another version .* for 2026-11-21-0001-first-journey\. .*delete the folder \.data\/postgres/,
    );
  });

  it('explains what to do if a new file sorts before one that has run', async () => {
    await add('2026-11-20-0001-early');
    await expect(migrate()).rejects.toThrow(
      /^migration 2026-11-20-0001-early comes before .*, which was already applied\. Give it a name that sorts last/,
    );
  });
});
