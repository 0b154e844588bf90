import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import pg from 'pg';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type AppDb, sendInCompany } from './app.ts';
import { asRequester, currentRequester, memberIn } from './requester.ts';

interface Reading {
  query: CompiledQuery;
  tell: PromiseWithResolvers<unknown[]>;
}

/** The reads requested so far in this turn of the event loop, by lane, company and member. */
const gathered = new WeakMap<AppDb, Map<string, Reading[]>>();
const MOST = 20;

/**
 * Runs a read-only statement and returns its rows. Row-level security limits the statement to this company's rows.
 * Statements for the same company, member and lane share a transaction and a round trip if they're requested in the
 * same turn of the event loop.
 */
export function readInCompany<Row>(
  db: AppDb,
  companyId: CompanyId,
  statement: Pick<RawBuilder<Row>, 'compile'> | Compilable<Row>,
): Promise<Row[]> {
  const requester = currentRequester();
  const lines = gathered.get(db) ?? new Map<string, Reading[]>();
  gathered.set(db, lines);
  const member = memberIn(companyId);
  // Members never share a transaction, because their permissions differ.
  const key = `${requester.lane}:${companyId}:${member?.userId ?? ''}:${member?.role ?? ''}`;
  const reading: Reading = { query: statement.compile(db), tell: Promise.withResolvers() };
  const line = lines.get(key);
  if (line === undefined || line.length >= MOST) {
    const own = [reading];
    lines.set(key, own);
    setImmediate(() => {
      if (lines.get(key) === own) lines.delete(key);
      // The other requests must continue even if the first request aborts.
      const alone = own.length === 1;
      void asRequester(alone ? requester : { ...requester, gone: undefined }, () => readAll(db, companyId, own));
    });
  } else line.push(reading);
  return reading.tell.promise as Promise<Row[]>;
}

async function readAll(db: AppDb, companyId: CompanyId, readings: readonly Reading[]): Promise<void> {
  try {
    const answers = await sendInCompany(
      db,
      companyId,
      readings.map(({ query }) => query),
    );
    for (const [at, { tell }] of readings.entries()) tell.resolve(answers[at] ?? []);
  } catch (error) {
    // A failed statement aborts the shared transaction. Reads change nothing, so each can be retried alone.
    if (readings.length > 1 && error instanceof pg.DatabaseError)
      await Promise.all(readings.map((reading) => readAll(db, companyId, [reading])));
    else for (const { tell } of readings) tell.reject(error);
  }
}
