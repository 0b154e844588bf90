import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../build/root.ts';

const DOTENV = join(ROOT, '.env');

/**
 * Reads `.env` into the environment. A variable that is set already keeps its value. Returns the file's text, or '' if
 * there's no file.
 */
export function readDotenv(): string {
  if (!existsSync(DOTENV)) return '';
  process.loadEnvFile(DOTENV);
  return readFileSync(DOTENV, 'utf8');
}

/** Runs a command of the terminal with its arguments. Prints its answer, or its error with the exit code 1. */
export async function runCommand(main: (args: string[]) => Promise<string>): Promise<void> {
  try {
    console.log(await main(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Does something with a connection to this database, and closes it. */
export async function connected<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
