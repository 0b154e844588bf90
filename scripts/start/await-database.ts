import pg from 'pg';
import { until } from './until.ts';

/**
 * Errors from a database that isn't available yet: nothing is listening, the host name is unknown, or the database is
 * starting, shutting down or recovering.
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

/** Returns true if the database is available or returns an error that waiting won't fix. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A database that is shutting down may break the connection while we close it.
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
 * Waits at most `forMs` for a database that is starting, and prints one message while it waits. Doesn't wait after
 * other errors, such as a wrong password or database name. The first real query reports them.
 */
export async function awaitDatabase(
  url: string,
  { forMs, say }: { forMs: number; say: (line: string) => void },
): Promise<void> {
  if (await answers(url)) return;
  say(`Waiting up to ${forMs / 1_000} seconds for the database …`);
  await until(() => answers(url), forMs, 500);
}
