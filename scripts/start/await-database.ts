import pg from 'pg';
import { until } from './until.ts';

/**
 * The errors of a database that isn't available yet: no listener, an unknown name, or a server that is starting,
 * shutting down or recovering.
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

/** Whether the database is available, or returns an error that waiting doesn't fix. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A server that is shutting down can break the connection again while it is being closed.
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
 * Waits for a starting database, at most `forMs`, and prints one message about it. Other errors, such as a wrong
 * password or name, are left to the first real query.
 */
export async function awaitDatabase(
  url: string,
  { forMs, say }: { forMs: number; say: (line: string) => void },
): Promise<void> {
  if (await answers(url)) return;
  say(`Waiting up to ${forMs / 1_000} s for the database …`);
  await until(() => answers(url), forMs, 500);
}
