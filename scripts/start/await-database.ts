import pg from 'pg';
import { until } from './until.ts';

/**
 * What a database says that isn't up yet: nobody there, no such name yet, or starting up, shutting down, recovering.
 */
const NOT_YET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
]);

const codesOf = (error: unknown): unknown[] =>
  error instanceof AggregateError
    ? error.errors.flatMap(codesOf)
    : [error instanceof Error && 'code' in error ? error.code : undefined];

/** Whether the database is there, or says something that waiting doesn't fix. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // a server that is on its way down breaks the connection once more while it is closed
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !codesOf(error).some((code) => typeof code === 'string' && NOT_YET.has(code));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Waits for a database that is still starting, at most `forMs`, and says so once. Whatever else is wrong (a password, a
 * name) is left to the first real question.
 */
export async function awaitDatabase(
  url: string,
  { forMs, say }: { forMs: number; say: (line: string) => void },
): Promise<void> {
  if (await answers(url)) return;
  say(`Waiting up to ${forMs / 1_000} s for the database …`);
  await until(() => answers(url), forMs, 500);
}
