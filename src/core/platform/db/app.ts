import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { createPool } from './pool.ts';
import type { Database } from './tables.ts';

declare const companyBrand: unique symbol;

/** A connection pool of the role `picket_app`: without a company it sees no business row at all. */
export type AppDb = Kysely<Database>;

/** A transaction that sees one company's rows and no other's. Only `inCompany` makes one. */
export type CompanyTx = Transaction<Database> & { readonly [companyBrand]: true };

/** Opens the tenants' database. `max` connections (default 8: more cost throughput on 2 cores). */
export const createAppDb = (config: Config, logger: Logger, max = 8): AppDb =>
  new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: createPool({ connectionString: config.DATABASE_URL, role: 'picket_app', max, logger }),
    }),
  });

/** Runs `work` in a transaction that row-level security confines to this company. Rolls back when it throws. */
export const inCompany = <T>(db: AppDb, companyId: CompanyId, work: (tx: CompanyTx) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    // one way to the database instead of two, which every transaction pays
    await sql`begin; select set_config('app.company_id', ${sql.lit(companyId)}, true)`.execute(connection);
    try {
      const result = await work(connection as CompanyTx);
      await sql`commit`.execute(connection);
      return result;
    } catch (error) {
      // where this fails the connection is gone, and the transaction with it
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
