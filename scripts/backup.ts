import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { appSecret, dataFolder } from './backup/secret.ts';
import { takeBackup } from './backup/take-backup.ts';
import { connected, readDotenv, runCommand } from './start/command.ts';
import { connectionString } from './start/connection.ts';

const USAGE = 'usage: npm run backup -- [--to FOLDER] [--keep 14]';

async function main(args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' }, keep: { type: 'string' } } });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && (!Number.isInteger(keep) || keep < 1)) throw new Error(USAGE);
  readDotenv();
  const url = connectionString(process.env);
  if (url === undefined) throw new Error("DATABASE_URL isn't set, and `npm start` isn't running.");
  const secret = appSecret(process.env);
  if (secret === undefined) throw new Error("APP_SECRET isn't set. Without it, a backup can't be used.");
  const parent = resolve(values.to ?? join(dataFolder(process.env), 'backups'));
  const { folder, tables, rows, deleted } = await connected(url, (client) =>
    takeBackup(client, { parent, secret, now: new Date(), keep }),
  );
  const gone = deleted === 0 ? '' : ` Deleted older backups: ${deleted}.`;
  return `Backed up ${rows.toLocaleString('en-US')} rows of ${tables} tables to ${folder}.${gone}`;
}

await runCommand(main);
