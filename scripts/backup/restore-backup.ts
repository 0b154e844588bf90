import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { connected } from '../start/command.ts';
import { listMigrations, listTables, type Table, withColumns } from './catalog.ts';
import { type Manifest, readManifest, tableFile } from './manifest.ts';

interface Wish {
  folder: string;
  /** URL of an empty database, as the owner. */
  url: string;
  migrations: string;
}

/**
 * Restores a backup into an empty database, with the roles, policies and triggers of the migrations. The rows are loaded
 * in one transaction, without running triggers, because their effects are in the backup. Newer migrations run last.
 * Throws an Error with instructions if the database isn't empty, or if the backup was made by a newer version.
 */
export async function restoreBackup({ folder, url, migrations }: Wish): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const files = await readdir(migrations);
  const unknown = manifest.migrations.find((name) => !files.includes(`${name}.ts`));
  if (unknown !== undefined)
    throw new Error(`the backup is from a newer version of Picket, which has ${unknown}. Restore it with that version`);
  await connected(url, async (client) => {
    if ((await listMigrations(client)).length > 0)
      throw new Error('the database already has tables of Picket. Restore into an empty database');
  });
  await migrateToLatest(url, migrations, manifest.migrations.at(-1));
  await connected(url, (client) => load(client, folder, manifest));
  await migrateToLatest(url, migrations);
  await connected(url, (client) => client.query('analyze'));
  return manifest;
}

async function load(client: pg.ClientBase, folder: string, manifest: Manifest): Promise<void> {
  await client.query('begin');
  try {
    const tables = await listTables(client);
    requireSameTables(tables, manifest);
    const tie = await untie(client, tables);
    const names = tables.map(({ name }) => client.escapeIdentifier(name));
    // a migration may have filled a table
    await client.query(`truncate ${names.join(', ')}`);
    for (const table of manifest.tables) await copyIn(client, table, folder);
    for (const { name, last } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), last]);
    await tie();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function requireSameTables(tables: readonly Table[], manifest: Manifest): void {
  const told = (list: readonly Pick<Table, 'name' | 'columns'>[]) =>
    list.map(({ name, columns }) => `${name} (${columns.toSorted().join(', ')})`);
  const there = new Set(told(tables));
  const missing = told(manifest.tables).find((table) => !there.has(table));
  if (missing !== undefined) throw new Error(`the migrations of this version don't make the backup's table ${missing}`);
}

/**
 * Takes off what would stop or change rows that are loaded table by table: foreign keys, triggers, and row-level
 * security for the owner. Needs no superuser. Returns a function that puts them back: Postgres then checks every key.
 */
async function untie(client: pg.ClientBase, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  const each = async (act: (table: Table) => string) => {
    for (const table of tables) await client.query(`alter table ${client.escapeIdentifier(table.name)} ${act(table)}`);
  };
  await each(() => 'disable trigger user');
  await each(() => 'no force row level security');
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await each(() => 'enable trigger user');
    await each(({ forced }) => (forced ? 'force row level security' : 'no force row level security'));
  };
}

async function copyIn(client: pg.ClientBase, table: Manifest['tables'][number], folder: string): Promise<void> {
  const into = client.query(copyFrom(`copy ${withColumns(client, table)} from stdin`));
  await pipeline(createReadStream(join(folder, tableFile(table.name))), createGunzip(), into);
  if (into.rowCount !== table.rows)
    throw new Error(`the backup's file for ${table.name} has ${into.rowCount} rows instead of ${table.rows}`);
}
