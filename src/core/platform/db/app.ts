import { type CompiledQuery, Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { FairShare } from './fair-share.ts';
import { PicketDialect } from './dialect.ts';
import { createPool, inShares } from './pool.ts';
import { asOwner, enterCompany, holding } from './requester.ts';
import type { Database } from './tables.ts';

declare const companyBrand: unique symbol;

/** A connection pool with the role `picket_app`. It can access a company's rows only inside `inCompany`. */
export type AppDb = Kysely<Database>;

/** A transaction that can access only one company's rows. Only `inCompany` and `asCompany` create one. */
export type CompanyTx = Transaction<Database> & { readonly [companyBrand]: true };

/**
 * Opens a pool with the role `picket_app` and up to `max` connections. The default is 8, because more connections
 * reduce throughput on 2 cores. If `share` is given, companies and networks share the connections fairly. A connection
 * can send a statement before the results of earlier statements arrive, as in `atOnce`.
 */
export const createAppDb = (config: Config, logger: Logger, max = 8, share?: FairShare): AppDb => {
  const { DATABASE_URL: connectionString } = config;
  const pool = createPool({ connectionString, role: 'picket_app', max, logger, pipeline: true });
  return new Kysely<Database>({ dialect: new PicketDialect(inShares(pool, share)) });
};

/**
 * Runs `work` in a transaction that row-level security limits to this company. Rolls back if `work` throws. The
 * connection counts toward the company's share. During a request, `work` must not request another connection. Requests
 * that hold one connection and wait for another could deadlock.
 */
export const inCompany = <T>(db: AppDb, companyId: CompanyId, work: (tx: CompanyTx) => Promise<T>): Promise<T> =>
  asOwner(companyId, () =>
    db.connection().execute((connection) => holding(() => transact(connection, companyId, work))),
  );

async function transact<T>(
  connection: Kysely<Database>,
  companyId: CompanyId,
  work: (tx: CompanyTx) => Promise<T>,
): Promise<T> {
  await begin(companyId).execute(connection);
  try {
    const result = await work(connection as CompanyTx);
    await sql`commit`.execute(connection);
    return result;
  } catch (error) {
    // If the rollback fails, the connection is broken. Postgres then discards the transaction.
    await sql`rollback`.execute(connection).catch(() => undefined);
    throw error;
  }
}

/** Begins a transaction and limits it to the company, in a single round trip. */
const begin = (companyId: CompanyId): RawBuilder<unknown> => sql`begin; ${enterCompany(companyId)}`;

/**
 * Runs statements in one transaction and one round trip. All are sent together, including the commit. No statement may
 * depend on another's result. Returns the rows of each statement. If one fails, all are rolled back.
 */
export const atOnce = async <Rows extends readonly unknown[]>(
  db: AppDb,
  companyId: CompanyId,
  statements: { readonly [Index in keyof Rows]: RawBuilder<Rows[Index]> },
): Promise<{ -readonly [Index in keyof Rows]: Rows[Index][] }> => {
  const compiled = statements.map((statement) => statement.compile(db));
  return (await sendInCompany(db, companyId, compiled)) as { -readonly [Index in keyof Rows]: Rows[Index][] };
};

/** Works like `atOnce`, but takes compiled statements. */
export const sendInCompany = (
  db: AppDb,
  companyId: CompanyId,
  statements: readonly CompiledQuery[],
): Promise<unknown[][]> =>
  asOwner(companyId, () =>
    db.getExecutor().provideConnection(async (connection) => {
      const all = [begin(companyId).compile(db), ...statements, sql`commit`.compile(db)];
      const settled = await Promise.allSettled(all.map((query) => connection.executeQuery(query)));
      const failed = settled.find((result) => result.status === 'rejected');
      // After a failed statement, Postgres turns the commit into a rollback.
      if (failed) throw failed.reason;
      return settled.slice(1, -1).map((result) => (result.status === 'fulfilled' ? result.value.rows : []));
    }),
  );
