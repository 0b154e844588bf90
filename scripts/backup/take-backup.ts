import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listMigrations, listSequences, listTables, type Table, withColumns } from './catalog.ts';
import { MANIFEST, type Manifest, SECRET, secretCheck, tableFile } from './manifest.ts';

interface Wish {
  /** The folder that holds all backups. */
  parent: string;
  secret: string;
  now: Date;
  /** How many backups to keep, this one included. Older ones are deleted. Undefined keeps all. */
  keep?: number | undefined;
}

export interface Taken {
  folder: string;
  tables: number;
  rows: number;
  deleted: number;
}

const NAME = /^picket-\d{8}T\d{6}Z$/;
const nameAt = (now: Date) => `picket-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/**
 * Backs up all rows as of one instant to a new folder in `parent`: one compressed file per table, APP_SECRET, and a
 * manifest. Only the user who runs it can read the folder. It has its name only once it's complete and on disk. The
 * product may keep running. Throws if the database has no tables of ours.
 */
export async function takeBackup(client: pg.ClientBase, { parent, secret, now, keep }: Wish): Promise<Taken> {
  const folder = join(parent, nameAt(now));
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await client.query('begin isolation level repeatable read read only');
  try {
    const migrations = await listMigrations(client);
    if (migrations.length === 0) throw new Error('the database has no tables of Picket. Check DATABASE_URL');
    const sequences = await listSequences(client);
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(client)) tables.push(await copyOut(client, table, partial));
    const manifest: Manifest = {
      format: 1,
      takenAt: now.toISOString(),
      migrations,
      tables,
      sequences,
      secretCheck: secretCheck(secret),
    };
    await writeFile(join(partial, SECRET), secret, { mode: 0o600, flush: true });
    await writeFile(join(partial, MANIFEST), JSON.stringify(manifest, null, 2), { flush: true });
    await rename(partial, folder);
    await flushFolder(parent);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { folder, tables: tables.length, rows, deleted: await deleteOld(parent, keep) };
  } finally {
    await client.query('rollback');
  }
}

/** Row-level security hides the companies' rows even from the tables' owner, but not from the role of the system. */
async function copyOut(client: pg.ClientBase, table: Table, folder: string): Promise<Manifest['tables'][number]> {
  const { name, columns, forced } = table;
  await client.query(forced ? 'set local role picket_system' : 'reset role');
  const rows = client.query(copyTo(`copy ${withColumns(client, table)} to stdout`));
  await pipeline(rows, createGzip(), createWriteStream(join(folder, tableFile(name)), { mode: 0o600, flush: true }));
  return { name, columns, rows: rows.rowCount };
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function deleteOld(parent: string, keep: number | undefined): Promise<number> {
  if (keep === undefined) return 0;
  const names = (await readdir(parent)).filter((name) => NAME.test(name)).toSorted();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(parent, name), { recursive: true });
  return old.length;
}
