import { join, resolve } from 'node:path';
import { skipDue } from './backup/skip-due-after-restore.ts';
import { readManifest, SECRET, secretCheck } from './backup/manifest.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { appSecret } from './backup/secret.ts';
import { ROOT } from './build/root.ts';
import { connected, readDotenv, runCommand } from './start/command.ts';

const USAGE = 'usage: npm run restore -- FOLDER (the folder of one backup, such as picket-20261128T020000Z)';

async function main([folder, ...more]: string[]): Promise<string> {
  if (folder === undefined || more.length > 0) throw new Error(USAGE);
  readDotenv();
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error("DATABASE_URL isn't set. Set it to an empty database.");
  const from = resolve(folder);
  const secret = appSecret(process.env);
  const { secretCheck: wanted } = await readManifest(from);
  if (secret === undefined || secretCheck(secret) !== wanted)
    throw new Error(`Set APP_SECRET to the value in ${join(from, SECRET)}. The backup's data needs it.`);
  const { takenAt, tables } = await restoreBackup({ folder: from, url, migrations: join(ROOT, 'migrations') });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString('en-US');
  return `Restored ${rows} rows of ${tables.length} tables as of ${takenAt}. ${await holdDue(url)}`;
}

/** Messages that came due since the backup may have been sent before the loss, so they're skipped and shown. */
const holdDue = (url: string): Promise<string> =>
  connected(url, async (client) => {
    const now = new Date();
    return (await skipDue(client, { before: now, now, really: true })).line;
  });

await runCommand(main);
