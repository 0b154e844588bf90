import { promises as dns } from 'node:dns';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, type Config, type RawEnvironment, readConfig } from '#core/platform/config.ts';
import { dataFolder } from './backup/secret.ts';
import { ROOT } from './build/root.ts';
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/finding.ts';
import { readDotenv } from './start/command.ts';

const USAGE = 'usage: npm run doctor -- [--backups FOLDER]';

/** Prints what works and what doesn't, one line each. Ends with code 1 if there's a fault. */
async function main(): Promise<void> {
  const folder = backupsFolder(process.argv.slice(2));
  if (folder === undefined) return leave(USAGE);
  const dotenv = readDotenv();
  const config = settings({ ...process.env, NODE_ENV: process.env['NODE_ENV'] || 'production' }, dotenv);
  if (typeof config === 'string') return leave(config);
  print('Settings', { level: 'ok', text: 'complete' });
  const found: Finding[] = [];
  const patient = { config, dns: new dns.Resolver(), now: new Date(), migrations: join(ROOT, 'migrations') };
  for await (const { about, findings } of examine({ ...patient, backups: folder || defaultBackups() })) {
    for (const finding of findings) print(about, finding);
    found.push(...findings);
  }
  const count = (level: Finding['level']) => found.filter((one) => one.level === level).length;
  console.log(`\n${plural(count('fault'), 'fault')}, ${plural(count('warning'), 'warning')}`);
  process.exitCode = count('fault') === 0 ? 0 : 1;
}

/** Returns the folder that the arguments name, '' if they name none, and undefined if they're wrong. */
function backupsFolder(args: string[]): string | undefined {
  try {
    const { backups } = parseArgs({ args, options: { backups: { type: 'string' } } }).values;
    return backups === undefined ? '' : resolve(backups);
  } catch {
    return undefined;
  }
}

const defaultBackups = (): string => join(dataFolder(process.env), 'backups');

/** Returns the settings, or a text with their faults. */
function settings(env: RawEnvironment, dotenv: string): Config | string {
  try {
    return readConfig(env, dotenv);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.replaceAll(/^/gm, `${MARK.fault}Settings: `);
  }
}

const MARK: Record<Finding['level'], string> = { ok: 'ok       ', warning: 'warning  ', fault: 'FAULT    ' };

const print = (about: string, { level, text }: Finding): void => console.log(`${MARK[level]}${about}: ${text}`);

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function leave(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

await main();
