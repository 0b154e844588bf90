import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../build/root.ts';

/** Reads `.env` into the environment. A variable that is set already keeps its value. */
export function readDotenv(): void {
  const dotenv = join(ROOT, '.env');
  if (existsSync(dotenv)) process.loadEnvFile(dotenv);
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
