import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { ROOT } from '../build/root.ts';
import { connected } from '../start/command.ts';
import { printSchema } from '../schema.ts';
import { seedDemo } from '../seed-demo.ts';
import { MANIFEST, readManifest, SECRET, secretCheck } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const SECRET_VALUE = 'a-secret-of-tests-that-is-long-enough';
const NOW = new Date('2026-11-28T02:00:00Z');
const migrations = join(ROOT, 'migrations');

let source: TestDatabase;
let superuser: pg.Client;
let folder: string;
let restored: number;

beforeAll(async () => {
  source = await createTestDatabase();
  await seedDemo({ connectionString: source.url, now: NOW, secret: SECRET_VALUE });
  superuser = new pg.Client({ connectionString: inject('pgUrl') });
  await superuser.connect();
  // as on a managed Postgres: the owner isn't a superuser, and forced row-level security binds it
  await superuser.query(`do $$ declare ours text; begin
    begin create role backup_owner login createrole password 'plain'; exception when duplicate_object then null; end;
    for ours in select rolname from pg_roles where rolname like 'picket\\_%' loop
      execute format('grant %I to backup_owner with admin option', ours);
    end loop;
  end $$`);
  restored = 0;
});
afterAll(async () => {
  await superuser.end();
  await source.drop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'picket-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const backUp = (url: string, more: { now?: Date; keep?: number } = {}) =>
  connected(url, (client) => takeBackup(client, { parent: folder, secret: SECRET_VALUE, now: NOW, ...more }));

/** An empty database that a user without special rights owns. */
async function emptyDatabase(): Promise<TestDatabase> {
  restored += 1;
  const name = `restored_${process.pid}_${restored}`;
  await superuser.query(`create database ${name} owner backup_owner template template0`);
  const url = new URL(inject('pgUrl'));
  Object.assign(url, { pathname: `/${name}`, username: 'backup_owner', password: 'plain' });
  const drop = async () => {
    await superuser.query(`drop database ${name} with (force)`);
  };
  return { url: url.href, drop };
}

const rowsIn = (backup: string) =>
  readdirSync(backup)
    .filter((name) => name.endsWith('.gz'))
    .map((name) => [name, gunzipSync(readFileSync(join(backup, name))).toString()]);

test('what was restored by a plain owner is backed up to the same bytes, with the same schema', async () => {
  const first = await backUp(source.url);
  expect(first.rows).toBeGreaterThan(100);
  const target = await emptyDatabase();
  await restoreBackup({ folder: first.folder, url: target.url, migrations });
  const second = await backUp(target.url, { now: new Date(NOW.getTime() + 1_000) });
  expect(second).toMatchObject({ rows: first.rows, tables: first.tables });
  expect(rowsIn(second.folder)).toEqual(rowsIn(first.folder));
  expect(await printSchema(target.url)).toBe(await printSchema(source.url));
  const enabled = await connected(target.url, (client) =>
    client.query(`select tgname from pg_trigger where tgenabled <> 'O'`),
  );
  expect(enabled.rows).toEqual([]);
  await target.drop();
});

test('a backup has every row of every table', async () => {
  const { folder: backup } = await backUp(source.url);
  const { tables } = await readManifest(backup);
  const counted = await connected(source.url, async (client) => {
    const found: { name: string; rows: number }[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ rows: number }>(`select count(*)::int as rows from "${name}"`);
      found.push({ name, rows: rows[0]?.rows ?? -1 });
    }
    return found;
  });
  expect(tables.map(({ name, rows }) => ({ name, rows }))).toEqual(counted);
});

test('a backup is for its user only, and has its name once it’s complete', async () => {
  const { folder: backup } = await backUp(source.url);
  expect(readdirSync(folder)).toEqual(['picket-20261128T020000Z']);
  expect(readFileSync(join(backup, SECRET), 'utf8')).toBe(SECRET_VALUE);
  const manifest = await readManifest(backup);
  expect(manifest.secretCheck).toBe(secretCheck(SECRET_VALUE));
  expect(JSON.stringify(manifest)).not.toContain(SECRET_VALUE);
});

test('only the newest backups are kept, and nothing else in the folder is touched', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  for (let day = 1; day <= 4; day += 1) await backUp(source.url, { now: new Date(Date.UTC(2026, 10, day)), keep: 2 });
  expect(readdirSync(folder)).toEqual(['notes.txt', 'picket-20261103T000000Z', 'picket-20261104T000000Z']);
});

test('a sequence goes on where it was', async () => {
  const next = (url: string) =>
    connected(url, async (client) => {
      const { rows } = await client.query<{ id: number }>(`select nextval('report_marks_id_seq')::int as id`);
      return rows[0]?.id ?? 0;
    });
  const before = await next(source.url);
  const { folder: backup } = await backUp(source.url);
  const target = await emptyDatabase();
  await restoreBackup({ folder: backup, url: target.url, migrations });
  expect(await next(target.url)).toBe(before + 1);
  await target.drop();
});

describe('a restore changes nothing and says what to do', () => {
  test('for a database that isn’t empty', async () => {
    const { folder: backup } = await backUp(source.url);
    await expect(restoreBackup({ folder: backup, url: source.url, migrations })).rejects.toThrow(
      'Restore into an empty database',
    );
  });

  test('for a folder without a manifest', async () => {
    const { folder: backup } = await backUp(source.url);
    rmSync(join(backup, MANIFEST));
    await expect(restoreBackup({ folder: backup, url: source.url, migrations })).rejects.toThrow(
      "isn't a complete backup",
    );
  });

  test('for a backup of a newer version', async () => {
    const { folder: backup } = await backUp(source.url);
    const manifest = await readManifest(backup);
    manifest.migrations.push('2099-01-01-0001-later');
    writeFileSync(join(backup, MANIFEST), JSON.stringify(manifest));
    await expect(restoreBackup({ folder: backup, url: source.url, migrations })).rejects.toThrow(
      'from a newer version of Picket',
    );
  });

  test('for a file that lost rows: no row of any table stays', async () => {
    const { folder: backup } = await backUp(source.url);
    const file = join(backup, 'leads.copy.gz');
    const lines = gunzipSync(readFileSync(file)).toString().split('\n');
    writeFileSync(file, gzipSync(lines.slice(1).join('\n')));
    const target = await emptyDatabase();
    await expect(restoreBackup({ folder: backup, url: target.url, migrations })).rejects.toThrow(/leads has \d+ rows/);
    const { rows } = await connected(target.url, (client) => client.query('select from users'));
    expect(rows).toEqual([]);
    await target.drop();
  });
});
